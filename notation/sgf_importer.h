// Inside of the SGF import (notation/sgf_game.h): the root gives game, options and start; then every node is read and
// played.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/sgf_game.h"
#include "notation/sgf_names.h"

namespace cairn {

class SgfImporter {
 public:
  SgfImporter(const sgf::GameTree& file, sgf::Strictness strictness) : file_(file), strictness_(strictness) {}

  Imported import();
  std::optional<Config> start();  // alone; nothing where the root is wrong

 private:
  using Property = sgf::Property;
  using Strictness = sgf::Strictness;
  static constexpr MessageText kOwnSetup{"position-game-set-up",
                                         "a position of this game is set up with CPOS, not with stones"};

  // What a node of the tree was made from.
  struct Source {
    std::vector<const Property*> setup{};
    const Property* move = nullptr;
    sgf::Place at{};
  };

  static std::string plain(const Property& property);
  static Message no_colour(const std::string& said);  // of PL
  static const View::Side* side_of(const View& view, std::string_view name);
  static std::string turn_said(const Property& property);
  static const Property* stones_of(const sgf::Node& node);

  bool fail(sgf::Place at, const Message& text) {
    if (out_.error.empty()) out_.error = sgf::to_text({at, text});
    return false;
  }
  void remark(sgf::Place at, const Message& text) {
    if (out_.remarks.size() < sgf::kMaxRemarks) out_.remarks.push_back(sgf::to_text({at, text}));
  }
  // What the standard forbids. True: go on without it.
  bool pass_over(sgf::Place at, const Message& text) {
    if (strictness_ == Strictness::strict) return fail(at, text);
    remark(at, Message("it-is-passed-over", "{why}; it was skipped", {{"why", text}}));
    return true;
  }
  const sgf::Node& root() const { return file_[kRoot]; }
  std::string root_value(std::string_view name) const {
    const Property* property = root().find(name);
    return property ? plain(*property) : "";
  }
  sgf::Place place_of(std::string_view name) const {
    const Property* property = root().find(name);
    return property ? property->at : root().at;
  }

  // ---- game, options, start
  bool find_info();
  bool read_options();
  void note_unsaid();
  bool is_untold(std::string_view name) const;
  std::string first_mover() const;
  bool read_start();
  bool read_stones();
  bool takes_handicap_point(const View& usual) const;
  bool start_without_stones(const View::Side& mover);
  bool put_stones(const std::vector<const Property*>& given, std::vector<std::string>& board);

  // ---- who and when
  void read_details();
  void read_player(const Property& property, const PlayerField& field, const View& view);

  // ---- the tree
  void build();
  static const Property* turn_beside_move(const sgf::Node& node);
  NodeIndex add_turn(NodeIndex at, const Property& turn);
  GameTree& tree() { return out_.game.tree; }
  NodeIndex add(NodeIndex parent, Source source);
  void annotate(const sgf::Node& from, GameNode& node, bool root);
  bool said_otherwise(std::string_view name) const;

  // ---- playing it
  void play();
  std::optional<TreeFault> play(NodeIndex node, Position& position);
  bool may_go_on(const TreeFault& fault, const Source& source, const Position& position) const;
  bool execute(const TreeFault& fault, NodeIndex node, Position& position);
  static void add_comment(GameNode& node, const Message& text);
  void skip_move(const TreeFault& fault, NodeIndex node, const Position& position);
  bool tree_setup(NodeIndex node) const { return out_.game.tree[node].setup.has_value(); }
  bool read_setup_of(NodeIndex node, const Position& position);
  const View::Side* next_mover(NodeIndex node, const View& view);
  std::optional<TreeFault> read_move(NodeIndex node, const Position& position);
  std::string point_word(std::string_view value, const View& view, const Position& position, Message& wrong) const;

  const sgf::GameTree& file_;
  Strictness strictness_;
  const GameInfo* info_ = nullptr;
  OptionValues options_;
  Position start_;
  std::optional<View> start_view_;  // of it, once it was asked for
  std::vector<Source> sources_;     // by node of the tree
  Imported out_;
};

}  // namespace cairn
