// Boards of tables as pictures: for previews of links, other sites, print. What a spectator sees, whoever asks. One
// thread (the loop); drawn beside it.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "server/library/painter.h"
#include "server/play/refusal.h"
#include "server/tables/table_service.h"

namespace cairn {

class Pictures {
 public:
  struct Wish {
    std::string table;
    PictureForm form = PictureForm::png;
    int size = kUsualPicture;  // kLeastPicture..kMostPicture
  };
  struct File {
    PictureForm form{};
    std::string bytes;
    std::string mark;  // the same for the same bytes
  };

  Pictures(TableService& table_service, const World& world)
      : table_service_(table_service), files_(world, kFilesOfOne, kKeptBytes), painter_(world.post, kMostWaiting) {}
  Pictures(const Pictures&) = delete;
  Pictures& operator=(const Pictures&) = delete;

  void board(const Wish& wish, Done<File> done, const Asker& who = {});
  // What a page about a table tells other sites: its title and how it stands, in text.
  struct Preview {
    std::string title, text;
  };
  void preview(const std::string& table, std::function<void(std::optional<Preview>)> done, const Asker& who);

 private:
  using Files = FileWork<File, &File::bytes>;
  static constexpr std::size_t kMostWaiting = 40, kFilesOfOne = 20;
  static constexpr std::size_t kKeptBytes = std::size_t{6} << 20;  // some 70

  TableService& table_service_;
  Files files_;
  Painter painter_;  // last: its thread ends first
};

}  // namespace cairn
