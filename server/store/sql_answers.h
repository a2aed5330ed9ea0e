// Inside of the SQL store: from what a database's thread found to what the store answers.
#pragma once

#include <utility>

#include "server/store/database.h"
#include "server/store/store_part.h"

namespace cairn {

inline std::function<void(SqlResult<Written>)> answer(std::function<void(const Written&)> done) {
  return [done = std::move(done)](const SqlResult<Written>& result) {
    done(result.value ? *result.value : Written{Written::How::failed, result.fault.message, 0});
  };
}

// What was looked for, or that it is not there, or why nobody knows.
template <class T>
std::function<void(SqlResult<std::optional<T>>)> answer(std::function<void(Found<T>)> done) {
  return [done = std::move(done)](SqlResult<std::optional<T>> result) {
    if (!result.value) return done({std::nullopt, result.fault.message.empty() ? "unknown" : result.fault.message});
    done({std::move(*result.value), {}});
  };
}

template <class T, class Work>
void StorePart::read(Read<T> done, Work work, Freshness fresh) {
  database_.read<std::optional<T>>(std::move(work), answer(std::move(done)), fresh);
}

template <class Work>
void StorePart::write(std::string locks, Done done, Work work) {
  database_.write<Written>(std::move(locks), std::move(work), answer(std::move(done)));
}

template <class T, class Work>
void StorePart::write(std::string locks, Read<T> done, Work work) {
  database_.write<std::optional<T>>(std::move(locks), std::move(work), answer(std::move(done)));
}

}  // namespace cairn
