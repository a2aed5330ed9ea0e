// A store that forgets: for tests of what stands above it. Answers by the same rules as the real one, and like it
// later. Several clubs of one thread may share it.
#pragma once

#include <chrono>
#include <map>
#include <set>

#include "server/store/store.h"

namespace cairn {

class MemoryStore final : public Store {
 public:
  explicit MemoryStore(Post post) : post_(std::move(post)) {}

  void add_guest(std::string name, const TokenHash& token, std::int64_t now_ms, std::int64_t expires_ms,
                 Done done) override;
  void add_account(Account account, Session session, Done done) override;
  void edit_account(std::int64_t person, AccountEdit edit, Done done) override;
  void set_password(std::int64_t person, std::string old, std::string password, const TokenHash& kept,
                    Done done) override;
  void set_role(std::string name, Role role, Done done) override;
  void delete_account(std::int64_t person, Done done) override;
  void add_session(std::int64_t person, Session session, std::optional<TokenHash> instead, int most,
                   Done done) override;
  void add_api_token(std::int64_t person, ApiToken token, int most, Done done) override;
  void end_tokens(std::int64_t person, bool bearer, Hashes tokens, Done done) override;
  void note_use(const Caller& caller, std::int64_t now_ms, Done done) override;
  void note_present(std::vector<std::int64_t> people, std::int64_t now_ms, Done done) override;
  void set_block(std::int64_t person, std::int64_t blocked, bool on, int most, Done done) override;
  void caller_of(const TokenHash& token, bool bearer, std::int64_t now_ms, Read<Caller> done) override;
  void account_named(std::string name, Read<Account> done) override;
  void zones_of(std::vector<std::int64_t> people, Read<std::vector<int>> done) override;
  void account_of(std::int64_t person, Read<Account> done) override;
  void sessions_of(std::int64_t person, std::int64_t now_ms, Read<std::vector<Session>> done) override;
  void api_tokens_of(std::int64_t person, Read<std::vector<ApiToken>> done) override;
  void seen_since(std::int64_t since_ms, int most, Read<Online> done) override;
  void blocks_of(std::int64_t person, Read<std::vector<std::string>> done) override;
  void blocked_guests(std::int64_t person, Read<std::vector<Person>> done) override;
  void games_of(std::int64_t person, std::int64_t before, int most, Read<Games> done) override;
  void people_news(std::int64_t last_ms, Read<std::vector<PeopleNews>> done) override;

  void set_away(std::int64_t person, bool away, std::int64_t now_ms, std::int64_t until_ms, Done done) override;
  void end_aways(std::int64_t now_ms, int most, Done done) override;
  void away_of(std::int64_t person, Read<Away> done) override;
  void due_away(int most, Read<std::vector<AwayDue>> done) override;
  void end_due_away(AwayDue due, int entries, Done done) override;

  // --- play by mail: memory_mail.cpp
  void set_mail_hook(Hook hook, Done done) override;
  void people_at(std::string address, Read<std::vector<Account>> done) override;
  void add_letter(std::string address, Notice letter, int most, Done done) override;
  void has_letter(std::string address, std::string id, Read<bool> done) override;
  void number_boards(std::vector<std::string> tables, bool give, Read<std::vector<int>> done) override;
  void board_numbered(std::string game, int number, Read<std::string> done) override;
  void set_mail_mode(std::string hook, NoticeKinds wants, bool digest, Done done) override;
  void end_mails(std::string hook, std::string why, Done done) override;
  void mails_wait(std::int64_t now_ms, Read<bool> done) override;
  void take_mails(std::int64_t now_ms, std::int64_t until_ms, int most, Read<std::vector<Delivery>> done) override;
  void mails_due(std::string hook, std::int64_t now_ms, int most, Read<std::vector<Delivery>> done) override;
  void count_mails(Read<std::int64_t> done) override;
  void mail_key(std::string fresh, Read<std::string> done) override;
  void set_watch(Watch watch, Done done) override;
  void end_watch(std::int64_t person, std::string table, Done done) override;
  void watch_of(std::int64_t person, std::string table, Read<Watch> done) override;
  void due_watches(int most, Read<std::vector<Watch>> done) override;
  void boards_of(std::string game, bool over, int most, Read<std::vector<Board>> done) override;

  // --- mailed links: memory_links.cpp
  void add_links(std::vector<LinkLetter> all, std::int64_t now_ms, int most, Done done) override;
  void find_link(const TokenHash& token, LinkKind kind, std::int64_t now_ms, Read<MailedLink> done) override;
  void prove_address(MailedLink link, Hook hook, Notice told, Done done) override;
  void sign_in_by(MailedLink link, Session session, std::optional<TokenHash> instead, int most, Done done) override;
  void reset_password(MailedLink link, std::string password, Notice told, Done done) override;

  void open_tables(std::int64_t person, std::int64_t now_ms, int most, int most_of_one,
                   Read<std::vector<TableCard>> done) override;
  void end_listing(std::string table, std::int64_t creator, std::int64_t now_ms, Done done) override;
  void blocked_by(std::int64_t person, std::vector<std::int64_t> people, Read<bool> done) override;
  void tables_of(std::int64_t person, bool over, std::int64_t before, int most,
                 Read<std::vector<TableCard>> done) override;
  void rate(RatedGame game, Done done) override;
  void unrated(int most, Read<std::vector<std::string>> done) override;
  void ratings_of(std::int64_t person, Read<std::vector<ClassRating>> done) override;
  void rating_history(std::int64_t person, std::string rating_class, int most,
                      Read<std::vector<RatingStep>> done) override;
  void leaders(std::string rating_class, std::int64_t now_ms, int most, Read<std::vector<LeaderLine>> done) override;
  void rating_gains(std::int64_t since_ms, int most, Read<std::vector<RatingGain>> done) override;
  void annul(Annulment wish, Read<Annulment> done) override;
  void annulments(int most, Read<std::vector<Annulment>> done) override;
  void unarchived(int most, Read<std::vector<ArchiveDue>> done) override;
  void archive(ArchivedGame game, Done done) override;
  void openings_wait(Read<bool> done) override;
  void fold_openings(int most, Done done) override;
  void openings_at(std::int64_t position, int most, Read<std::vector<OpeningLine>> done) override;
  void find_archived(ArchiveQuery query, Read<std::vector<ArchiveCard>> done) override;
  void feed_of(std::int64_t person, FeedPlace after, bool running, int most, Read<FeedPage> done) override;
  void feed_card(std::string table, Read<FeedCard> done) override;
  void told_lately(std::int64_t last_ms, int most, Read<std::vector<ToldTable>> done) override;
  void add_study(Study study, StudyRoom room, Done done) override;
  void replace_study(Study study, StudyRoom room, Done done) override;
  void delete_study(std::string id, Done done) override;
  void read_study(std::string id, Read<Study> done) override;
  void find_studies(StudyQuery query, Read<std::vector<Study>> done) override;
  void hide_study(std::string id, bool hidden, Done done) override;
  void add_study_report(StudyReport report, int most, Done done) override;
  void study_reports(int most, Read<std::vector<StudyReport>> done) override;
  void end_study_report(std::int64_t id, Done done) override;
  void add_puzzles(std::vector<Puzzle> puzzles, Done done) override;
  void propose_puzzle(std::int64_t day, Done done) override;
  void puzzle_of(std::int64_t day, Read<Puzzle> done) override;
  void puzzle_days(std::int64_t before, int most, Read<std::vector<PuzzleDay>> done) override;
  void try_puzzle(std::int64_t person, PuzzleTry now, int known, Done done) override;
  void puzzles_tried(std::int64_t person, Read<std::vector<PuzzleTry>> done) override;
  void puzzle_tried(std::int64_t person, std::int64_t day, Read<PuzzleTry> done) override;
  void ask_analysis(AnalysisJob job, AnalysisRoom room, Done done) override;
  void analysis_of(std::string table, Read<StoredAnalysis> done) override;
  void analyses_asked(std::int64_t person, Read<std::vector<AskedAnalysis>> done) override;
  void analyses_waiting(Read<int> done) override;
  void lease_analysis(AnalysisLease lease, Read<StoredAnalysis> done) override;
  void note_looks(std::string table, std::int64_t lease, int from, std::vector<std::string> looks, Done done) override;
  void note_mistakes(std::string table, std::int64_t lease, std::vector<int> left, std::optional<Puzzle> puzzle,
                     Done done) override;
  void free_analysis(std::string table, std::int64_t lease, std::string failure, Done done) override;
  void set_atom(std::int64_t person, const TokenHash& secret, std::int64_t now_ms, Done done) override;
  void end_atom(std::int64_t person, Done done) override;
  void atom_of(std::int64_t person, Read<std::int64_t> done) override;
  void atom_owner(const TokenHash& secret, Read<AtomOwner> done) override;
  void tournament_tables(std::int64_t person, int most, Read<std::vector<TournamentTable>> done) override;
  void read_talk(std::string table, TalkWish wish, Read<TalkPlace> done) override;
  void talk_numbers(std::string table, Read<TalkNumbers> done) override;
  void read_speaker(std::string table, std::int64_t person, std::string request, std::int64_t now_ms,
                    Read<Speaker> done) override;
  void say(std::string table, Remark said, Done done) override;
  void remove_said(std::string table, Room room, int number, std::int64_t by, std::int64_t now_ms, Done done) override;
  void talk_news(std::int64_t last_ms, Read<std::vector<TalkNews>> done) override;
  void add_report(Report report, int most, Done done) override;
  void reports(std::int64_t reader, int most, Read<std::vector<Report>> done) override;
  void end_report(std::int64_t id, Done done) override;
  void mute_of(std::int64_t person, std::int64_t now_ms, Read<Mute> done) override;
  void set_mute(std::int64_t person, std::optional<Mute> mute, Done done) override;
  void read_note(std::string table, std::int64_t person, Read<std::string> done) override;
  void set_note(std::string table, std::int64_t person, std::string text, std::int64_t now_ms, int most,
                Done done) override;
  void own_talk(std::int64_t person, int most, Read<OwnTalk> done) override;
  void add_tournament(TournamentRow row, int most, Done done) override;
  void append_tournament(TournamentAppend append, Done done) override;
  void load_tournament(std::string id, Read<StoredTournament> done) override;
  void tournaments(Tournament::State state, std::int64_t before, int most,
                   Read<std::vector<TournamentCard>> done) override;
  void tournaments_of(std::int64_t person, int most, Read<std::vector<TournamentCard>> done) override;
  void due_tournaments(std::int64_t now_ms, int most, Read<std::vector<std::string>> done) override;
  void appealed_tournaments(int most, Read<std::vector<std::string>> done) override;
  void take_results(std::vector<std::string> tables, Done done) override;

  void add_hook(Hook hook, int most, Done done) override;
  void set_hook(std::int64_t person, std::string id, NoticeKinds wants, Done done) override;
  void end_hook(std::int64_t person, std::string id, Done done) override;
  void try_hook(std::string id, Notice notice, int most, Done done) override;
  void hooks_of(std::int64_t person, Read<std::vector<Hook>> done) override;
  void push_key(std::string fresh, Read<std::string> done) override;
  void deliveries_of(std::int64_t person, std::string hook, int most, Read<std::vector<Delivery>> done) override;
  void deliveries_wait(std::int64_t now_ms, Read<bool> done) override;
  void take_deliveries(std::int64_t now_ms, std::int64_t until_ms, int most, Read<std::vector<Delivery>> done) override;
  void note_delivery(const Delivery& delivery, TriedDelivery tried, Done done) override;
  void forget_deliveries(std::int64_t before_ms, Done done) override;
  void due_reminders(std::int64_t now_ms, int most, Read<std::vector<DueReminder>> done) override;
  void remind(Reminded reminded, Done done) override;
  void challenge_party(std::int64_t person, std::vector<std::string> names, std::string rating_class,
                       std::int64_t now_ms, Read<ChallengeParty> done) override;
  void add_challenge(Challenge challenge, int most, std::vector<Notice> notices, Done done) override;
  void change_challenge(Challenge challenge, std::shared_ptr<const TableRow> begins, std::vector<Notice> notices,
                        Done done) override;
  void read_challenge(std::string id, Read<Challenge> done) override;
  void challenges_of(std::int64_t person, std::int64_t since_ms, int most, Read<std::vector<Challenge>> done) override;
  void due_challenges(std::int64_t now_ms, int most, Read<std::vector<Challenge>> done) override;
  void put_seek(Seek seek, Done done) override;
  void end_seek(std::int64_t person, Done done) override;
  void seek_of(std::int64_t person, Read<Seek> done) override;
  void open_seeks(std::int64_t now_ms, int most, Read<OpenSeeks> done) override;
  void first_moves(std::vector<std::int64_t> people, std::string game, int most,
                   Read<std::vector<FirstMoves>> done) override;
  void pair_seeks(Seek one, Seek other, std::shared_ptr<const TableRow> begins, std::int64_t now_ms,
                  Done done) override;

  void add_table(TableRow row, Done done) override;
  void append(Append append, Done done) override;
  void load(std::string table, int after, Read<StoredTable> done) override;
  bool shared() const override { return several_servers; }
  void due_tables(std::int64_t now_ms, int most, Read<std::vector<std::string>> done) override;
  void numbers(std::vector<std::string> tables, Read<Numbers> done) override;
  void alive(Done done) override { answer(std::move(done), {}); }
  void ownerless_bots(int most, std::string game, Read<std::vector<std::string>> done) override;
  void claim_bot(std::string table, Done done) override;
  void lease_bot(std::string table, std::int64_t lease, std::int64_t ms, Done done) override;
  void end_lease(std::string table, std::int64_t lease, Done done) override;
  void look(Read<bool> done) override { answer(std::move(done), std::optional(true)); }
  void try_write(Done done) override;
  void last_moment(Read<std::int64_t> done) override;
  StoreCounts counts() override;
  void close() override {}

  bool fail_writes = false;  // from now on every write fails, as on a full disk
  bool fail_reads = false;
  bool several_servers = false;
  std::set<std::string> ownerless;  // tables whose bot nobody has; all that are due where one server is alone

 private:
  void answer(Done done, Written written) {
    post_([done = std::move(done), written = std::move(written)] { done(written); });
  }
  template <class T>
  void answer(Read<T> done, std::optional<T> value) {
    Found<T> found{std::move(value), {}};
    if (fail_reads) found = {std::nullopt, "told to fail"};
    post_([done = std::move(done), found = std::move(found)] { done(found); });
  }
  struct Somebody {
    std::string name;
    std::optional<Account> account;
    std::map<TokenHash, Session> sessions;
    std::map<TokenHash, ApiToken> tokens;
    std::set<std::int64_t> blocks;
  };
  void change(Done done, const std::function<Written()>& what);  // unless writes fail
  std::int64_t number_named(const std::string& name) const;      // 0: there is no such account
  bool knows_vacations(const std::string& table) const;          // and runs, with everybody there
  Written write_away(std::int64_t person, bool away, std::int64_t now_ms, std::int64_t until_ms);
  void begin_away(const std::string& table);
  void settle_away(const AwayDue& due);
  bool token_known(const TokenHash& token) const;
  void end(std::int64_t person, TokenHash token);  // a copy: it may be a key there
  void end_sessions_but(std::int64_t person, const TokenHash& kept);
  std::vector<std::int64_t> seats_of(const std::string& table) const;
  Remark shown(const Remark& said) const;  // with what is to be known of its author now
  Post post_;
  std::map<std::int64_t, Somebody> people_;
  std::vector<PeopleNews> news_;
  std::map<std::string, StoredTable> tables_;
  struct Lease {
    std::int64_t id = 0;
    std::chrono::system_clock::time_point until{};
    bool lives() const { return std::chrono::system_clock::now() < until; }
  };
  std::map<std::string, Lease> leases_;  // by table
  bool leased(const std::string& table) const;
  std::vector<std::string> tables_in_order_;
  struct State {  // of a table, beside its row
    bool over = false, rate_due = false;
    std::int64_t changed_ms = 0;
    std::int64_t told = 0;
    int told_kind = -1;
  };
  struct Sent {
    Delivery delivery;
    std::string hook;
  };
  void keep(const std::vector<Notice>& notices);
  void keep(const Hook& hook, const Notice& notice);
  std::vector<Hook> hooks_;  // the first first
  std::string push_key_, mail_key_;
  std::map<std::pair<std::int64_t, std::string>, Watch> watches_;
  bool waits(bool mail, std::int64_t now_ms);
  std::vector<Delivery> hold(bool mail, std::int64_t now_ms, std::int64_t until_ms, int most);
  Hook* hook_of(const std::string& id);
  std::map<std::string, std::vector<std::string>> boards_;  // tables by game, in the order of their numbers
  Hook* mail_hook(const std::string& address, std::int64_t person);
  Written keep_mail_hook(Hook hook);
  Written keep_letter(const std::string& address, const Notice& letter, int most);
  std::string proven_of(std::int64_t person) const;
  void end_mail_hook(std::int64_t person);
  std::map<TokenHash, MailedLink> links_;
  bool goes_there(const MailedLink& link) const;
  void end_links(std::int64_t person) {
    std::erase_if(links_, [person](const auto& one) { return one.second.person == person; });
  }
  Written keep_session(std::int64_t person, const Session& session, const std::optional<TokenHash>& instead, int most);
  std::map<std::string, std::int64_t> held_;  // hooks, and until when
  std::vector<Sent> outbox_;
  std::int64_t sent_ = 0;                                // rows there ever were
  std::map<std::string, std::int64_t> remind_, resume_;  // tables
  std::int64_t told_ = 0;                                // changes of which everybody was told
  std::int64_t told_at_ms_ = 0;                          // the last
  std::int64_t tell();                                   // another one; its number
  WriteFault write_fault_ = WriteFault::none;
  FeedCard feed_card_of(std::int64_t number) const;
  std::map<std::string, State> states_;
  std::map<std::pair<std::int64_t, std::string>, std::string> table_requests_;
  struct RatedGameOf {  // somebody's
    RatingStep step;
    std::string table;
    bool one_address = false, against_new = false;
  };
  struct RatedIn {
    Rating now;
    std::vector<RatedGameOf> games;
  };
  std::map<std::pair<std::int64_t, std::string>, RatedIn> ratings_;  // by person and class
  std::vector<Annulment> annulments_;                                // the oldest first
  std::map<std::int64_t, std::string> from_;                         // where accounts were used last
  std::map<std::string, std::set<std::pair<int, int>>> beside_;      // seats at one address, by table
  void note_address(std::int64_t person, const std::string& from) {
    if (!from.empty() && people_[person].account) from_[person] = from;
  }
  void note_neighbours(const std::string& table, int seat);  // -1: all
  int games_at_own_address(std::int64_t person, std::int64_t since_ms) const;
  Meeting meeting_at(const RatedGame& game, std::size_t one, std::size_t other) const;
  bool is_new(std::int64_t person, std::int64_t at_ms) const;
  bool sits(std::int64_t person, const std::string& table) const;
  std::vector<GainedGame> gained_games(std::int64_t person, const RatedIn& in, std::int64_t since_ms) const;
  Annulment take_back(Annulment wish);
  TableCard card(std::int64_t number) const;
  bool listed(const std::string& table, std::int64_t now_ms) const;  // with a free seat
  int listed_by(std::int64_t creator, std::int64_t now_ms) const;
  bool is_over(const std::string& table) const {
    const auto found = states_.find(table);
    return found != states_.end() && found->second.over;
  }
  std::map<std::string, ArchivedGame> archived_;
  std::map<std::int64_t, Study> studies_;
  std::int64_t last_study_ = 0;
  std::vector<StudyReport> study_reports_;  // the newest first
  std::int64_t last_study_report_ = 0;
  void end_study_reports(const std::string& study) {
    std::erase_if(study_reports_, [&](const StudyReport& one) { return one.study == study; });
  }
  bool has_room(const Study& study, const StudyRoom& room) const;
  Study shown(Study study) const;
  struct Pooled {
    Puzzle puzzle;
    std::int64_t proposed = 0;  // the last day
  };
  std::vector<Pooled> puzzles_;
  void pool(Puzzle puzzle);
  struct Analysed {
    StoredAnalysis stored{};
    std::int64_t lease = 0;
    int tries = 0;
  };
  std::map<std::string, Analysed> analyses_;  // by table
  void end_analysis_lease(const std::string& table, std::int64_t lease, Done done,
                          const std::function<bool(Analysed&)>& what);
  std::map<std::int64_t, Puzzle> puzzle_days_;
  std::map<std::int64_t, std::map<std::int64_t, PuzzleTry>> puzzle_tries_;  // by person; then by day
  std::map<std::int64_t, std::pair<TokenHash, std::int64_t>> atoms_;        // by person: the secret, and since when
  struct Gone {
    std::int64_t since_ms = 0, number = 0, until_ms = 0;
  };
  std::map<std::int64_t, Gone> away_;                                      // by person
  std::map<std::pair<std::int64_t, std::string>, std::int64_t> away_due_;  // by person and table
  std::vector<OpeningMove> noted_;
  std::map<std::int64_t, std::map<std::string, OpeningLine>> openings_;
  std::map<std::string, std::array<std::vector<Remark>, kRooms>> talk_;
  std::optional<Mute> mute_now(std::int64_t person, std::int64_t now_ms) const;
  std::map<std::int64_t, Mute> mutes_;
  std::vector<Report> reports_;
  std::int64_t last_report_ = 0;
  std::map<std::pair<std::int64_t, std::string>, OwnTalk::Line> notes_;  // by person and table
  Blocks blocks_among(const std::vector<std::int64_t>& people) const;
  Challenge shown(Challenge challenge) const;
  Seek shown(Seek seek) const;
  void begin(const TableRow& row);
  std::map<std::int64_t, Seek> seeks_;
  std::vector<Challenge> challenges_;                                               // the oldest first
  std::map<std::pair<std::int64_t, std::string>, std::string> challenge_requests_;  // of those who began
  struct Contest {
    TournamentRow row;
    std::vector<TournamentEntry> log;
    Tournament::State state = Tournament::State::open;
    int players = 0;
    std::int64_t due_ms = 0;
    int appeals = 0;
  };
  std::vector<std::string> finished_tables(const std::string& tournament) const;  // "": of all
  std::vector<Contest> contests_;
  std::set<std::string> taken_;  // tables whose result was taken in
};

}  // namespace cairn
