// The store in SQL, one text for both engines; see sql.h for its few words in braces.
#pragma once

#include <memory>

#include "server/store/database.h"
#include "server/store/sealer.h"
#include "server/store/store.h"

namespace cairn {

// Tells other servers of what was written here, and the reverse. Lossy.
class Hints {
 public:
  virtual ~Hints() = default;
  virtual void say(const std::string& table, int number) = 0;
  virtual void on_hint(std::function<void(const Store::Numbers&)> heard) = 0;
  virtual void close() = 0;  // nothing is posted afterwards
};

class SqlStore : public Store {
 public:
  // `hints`: other servers share the database; null: none does.
  SqlStore(Database::Connect connect, int readers, Post post, std::shared_ptr<Hints> hints, Sealer sealer);
  SqlStore(const SqlStore&) = delete;
  SqlStore& operator=(const SqlStore&) = delete;
  ~SqlStore() override;

  // --- people: sql_people.cpp, sql_blocks.cpp
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
  void account_like(std::string name, Read<Account> done) override;
  void zones_of(std::vector<std::int64_t> people, Read<std::vector<int>> done) override;
  void account_of(std::int64_t person, Read<Account> done) override;
  void sessions_of(std::int64_t person, std::int64_t now_ms, Read<std::vector<Session>> done) override;
  void api_tokens_of(std::int64_t person, Read<std::vector<ApiToken>> done) override;
  void seen_since(std::int64_t since_ms, int most, Read<Online> done) override;
  void blocks_of(std::int64_t person, Read<std::vector<std::string>> done) override;
  void blocked_guests(std::int64_t person, Read<std::vector<Person>> done) override;
  void games_of(std::int64_t person, std::int64_t before, int most, Read<Games> done) override;
  void people_news(std::int64_t last_ms, Read<std::vector<PeopleNews>> done) override;

  // --- vacations: sql_away.cpp
  void set_away(std::int64_t person, bool away, std::int64_t now_ms, std::int64_t until_ms, Done done) override;
  void end_aways(std::int64_t now_ms, int most, Done done) override;
  void away_of(std::int64_t person, Read<Away> done) override;
  void due_away(int most, Read<std::vector<AwayDue>> done) override;
  void end_due_away(AwayDue due, int entries, Done done) override;

  // --- play by mail: sql_mail.cpp
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

  // --- mailed links: sql_links.cpp
  void add_links(std::vector<LinkLetter> all, std::int64_t now_ms, int most, Done done) override;
  void find_link(const TokenHash& token, LinkKind kind, std::int64_t now_ms, Read<MailedLink> done) override;
  void prove_address(MailedLink link, Hook hook, Notice told, Done done) override;
  void sign_in_by(MailedLink link, Session session, std::optional<TokenHash> instead, int most, Done done) override;
  void reset_password(MailedLink link, std::string password, Notice told, Done done) override;

  // --- lists and ratings: sql_lists.cpp, sql_ratings.cpp
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
  // --- the archive: sql_archive.cpp
  void unarchived(int most, Read<std::vector<ArchiveDue>> done) override;
  void archive(ArchivedGame game, Done done) override;
  void openings_wait(Read<bool> done) override;
  void fold_openings(int most, Done done) override;
  void openings_at(std::int64_t position, int most, Read<std::vector<OpeningLine>> done) override;
  void find_archived(ArchiveQuery query, Read<std::vector<ArchiveCard>> done) override;
  // --- what changed: sql_feed.cpp
  void feed_of(std::int64_t person, FeedPlace after, bool running, int most, Read<FeedPage> done) override;
  void feed_card(std::string table, Read<FeedCard> done) override;
  void told_lately(std::int64_t last_ms, int most, Read<std::vector<ToldTable>> done) override;
  // --- studies: sql_studies.cpp
  void add_study(Study study, StudyRoom room, Done done) override;
  void replace_study(Study study, StudyRoom room, Done done) override;
  void delete_study(std::string id, Done done) override;
  void read_study(std::string id, Read<Study> done) override;
  void find_studies(StudyQuery query, Read<std::vector<Study>> done) override;
  void hide_study(std::string id, bool hidden, Done done) override;
  void add_study_report(StudyReport report, int most, Done done) override;
  void study_reports(int most, Read<std::vector<StudyReport>> done) override;
  void end_study_report(std::int64_t id, Done done) override;
  // --- puzzles: sql_puzzles.cpp
  void add_puzzles(std::vector<Puzzle> puzzles, Done done) override;
  void propose_puzzle(std::int64_t day, Done done) override;
  void puzzle_of(std::int64_t day, Read<Puzzle> done) override;
  void puzzle_days(std::int64_t before, int most, Read<std::vector<PuzzleDay>> done) override;
  void try_puzzle(std::int64_t person, PuzzleTry now, int known, Done done) override;
  void puzzles_tried(std::int64_t person, Read<std::vector<PuzzleTry>> done) override;
  void puzzle_tried(std::int64_t person, std::int64_t day, Read<PuzzleTry> done) override;
  // --- analyses: sql_analyses.cpp
  void ask_analysis(AnalysisJob job, AnalysisRoom room, Done done) override;
  void analysis_of(std::string table, Read<StoredAnalysis> done) override;
  void analyses_asked(std::int64_t person, Read<std::vector<AskedAnalysis>> done) override;
  void analyses_waiting(Read<int> done) override;
  void lease_analysis(AnalysisLease lease, Read<StoredAnalysis> done) override;
  void note_looks(std::string table, std::int64_t lease, int from, std::vector<std::string> looks, Done done) override;
  void note_mistakes(std::string table, std::int64_t lease, std::vector<int> left, std::optional<Puzzle> puzzle,
                     Done done) override;
  void free_analysis(std::string table, std::int64_t lease, std::string failure, Done done) override;
  // --- feeds: sql_atom.cpp
  void set_atom(std::int64_t person, const TokenHash& secret, std::int64_t now_ms, Done done) override;
  void end_atom(std::int64_t person, Done done) override;
  void atom_of(std::int64_t person, Read<std::int64_t> done) override;
  void atom_owner(const TokenHash& secret, Read<AtomOwner> done) override;
  void tournament_tables(std::int64_t person, int most, Read<std::vector<TournamentTable>> done) override;
  // --- talk: sql_talk.cpp
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

  // --- notices: sql_outbox.cpp
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

  // --- challenges: sql_challenges.cpp
  void challenge_party(std::int64_t person, std::vector<std::string> names, std::string rating_class,
                       std::int64_t now_ms, Read<ChallengeParty> done) override;
  void add_challenge(Challenge challenge, int most, std::vector<Notice> notices, Done done) override;
  void change_challenge(Challenge challenge, std::shared_ptr<const TableRow> begins, std::vector<Notice> notices,
                        Done done) override;
  void read_challenge(std::string id, Read<Challenge> done) override;
  void challenges_of(std::int64_t person, std::int64_t since_ms, int most, Read<std::vector<Challenge>> done) override;
  void due_challenges(std::int64_t now_ms, int most, Read<std::vector<Challenge>> done) override;

  // --- seeks: sql_seeks.cpp
  void put_seek(Seek seek, Done done) override;
  void end_seek(std::int64_t person, Done done) override;
  void seek_of(std::int64_t person, Read<Seek> done) override;
  void open_seeks(std::int64_t now_ms, int most, Read<OpenSeeks> done) override;
  void first_moves(std::vector<std::int64_t> people, std::string game, int most,
                   Read<std::vector<FirstMoves>> done) override;
  void pair_seeks(Seek one, Seek other, std::shared_ptr<const TableRow> begins, std::int64_t now_ms,
                  Done done) override;
  // --- tournaments: sql_tournaments.cpp
  void add_tournament(TournamentRow row, int most, Done done) override;
  void append_tournament(TournamentAppend append, Done done) override;
  void load_tournament(std::string id, Read<StoredTournament> done) override;
  void tournaments(Tournament::State state, std::int64_t before, int most,
                   Read<std::vector<TournamentCard>> done) override;
  void tournaments_of(std::int64_t person, int most, Read<std::vector<TournamentCard>> done) override;
  void due_tournaments(std::int64_t now_ms, int most, Read<std::vector<std::string>> done) override;
  void appealed_tournaments(int most, Read<std::vector<std::string>> done) override;
  void take_results(std::vector<std::string> tables, Done done) override;

  // --- tables, and several servers: sql_store.cpp
  void add_table(TableRow row, Done done) override;
  void append(Append append, Done done) override;
  void load(std::string table, int after, Read<StoredTable> done) override;
  bool shared() const override { return hints_ != nullptr; }
  void on_hint(std::function<void(const Numbers&)> heard) override;
  void due_tables(std::int64_t now_ms, int most, Read<std::vector<std::string>> done) override;
  void numbers(std::vector<std::string> tables, Read<Numbers> done) override;
  void alive(Done done) override;
  void ownerless_bots(int most, std::string game, Read<std::vector<std::string>> done) override;
  void claim_bot(std::string table, Done done) override;
  void lease_bot(std::string table, std::int64_t lease, std::int64_t ms, Done done) override;
  void end_lease(std::string table, std::int64_t lease, Done done) override;
  void look(Read<bool> done) override;
  void try_write(Done done) override;
  void last_moment(Read<std::int64_t> done) override;
  void tables_ahead(std::int64_t after_ms, Read<std::vector<std::string>> done) override;
  void forget_ahead(std::int64_t now_ms, Done done) override;
  StoreCounts counts() override;
  void close() override;

 private:
  void write_person(std::int64_t person, std::function<Written(SqlConnection&)> work, Done done);

  std::int64_t me_;  // this start of this server
  // That were answered as durable; the loop's. An answer may come when the store is no more.
  std::shared_ptr<std::uint64_t> entries_ = std::make_shared<std::uint64_t>(0);
  std::shared_ptr<Hints> hints_;
  const Sealer sealer_;
  Database database_;
};

// Within a transaction; servers hear of it. False: there is no such account.
bool write_role(SqlConnection& db, const std::string& name, Role role);

// An API token for an account, as by `add_api_token`. False: there is no such account.
bool write_api_token(SqlConnection& db, const std::string& name, const ApiToken& token);

// Within a transaction, an entry with which nobody sits down and nothing begins. False: the table has gone on.
bool write_entry(SqlConnection& db, const Append& append);

// As Store's, the second within a transaction.
std::vector<std::string> find_tables_ahead(SqlConnection& db, std::int64_t after_ms);
void write_forget_ahead(SqlConnection& db, std::int64_t now_ms);

// A table with all its entries, read at once.
std::optional<StoredTable> read_stored_table(SqlConnection& db, const std::string& id);

}  // namespace cairn
