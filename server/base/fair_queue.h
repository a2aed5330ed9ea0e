// A queue in which everybody takes turns: of whoever has much in it one item comes, then one of each of the others.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <utility>

namespace cairn {

template <class Key, class Item>
class FairQueue {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  std::size_t people() const { return turns_.size(); }  // who have something in it
  std::size_t size_of(const Key& who) const {
    const auto own = items_.find(who);
    return own == items_.end() ? 0 : own->second.size();
  }
  void push(const Key& who, Item item) {
    std::deque<Item>& own = items_[who];
    if (own.empty()) turns_.push_back(who);
    own.push_back(std::move(item));
    ++size_;
  }
  Item pop() {  // it must not be empty
    const Key who = std::move(turns_.front());
    turns_.pop_front();
    const auto own = items_.find(who);
    Item item = std::move(own->second.front());
    own->second.pop_front();
    --size_;
    if (own->second.empty())
      items_.erase(own);
    else
      turns_.push_back(who);
    return item;
  }
  void clear() {
    items_.clear();
    turns_.clear();
    size_ = 0;
  }

 private:
  std::map<Key, std::deque<Item>> items_;
  std::deque<Key> turns_;  // whoever has something in it, once each
  std::size_t size_ = 0;
};

}  // namespace cairn
