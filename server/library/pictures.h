// Boards of tables as pictures: for previews of links, other sites, print. What a spectator sees, whoever asks. One
// thread (the loop); drawn beside it.
#pragma once

#include <functional>
#include <list>
#include <optional>
#include <string>

#include "server/library/painter.h"
#include "server/play/refusal.h"
#include "server/tables/club.h"

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

  Pictures(Club& club, Painter::Post post) : club_(club), painter_(std::move(post), kMostWaiting) {}
  Pictures(const Pictures&) = delete;
  Pictures& operator=(const Pictures&) = delete;

  void board(const Wish& wish, Done<File> done);
  // What a page about a table tells other sites: its title and how it stands, in text.
  struct Told {
    std::string title, text;
  };
  void told(const std::string& table, std::function<void(std::optional<Told>)> done);

 private:
  static constexpr std::size_t kMostWaiting = 40, kMostKept = 60;  // some 5 MB: games that many look at are drawn once
  struct Drawn {
    Wish wish;
    int version = 0;  // as a spectator counts
    File file;
  };

  Club& club_;
  std::list<Drawn> kept_;  // the least lately asked for first
  Painter painter_;        // before what it may still call
};

}  // namespace cairn
