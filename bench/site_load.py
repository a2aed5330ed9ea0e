"""What is measured of a site (site_parts.py): moves, idle WebSockets, searches of the archive. Standard library only."""
import http.client
import json
import subprocess
import threading
import time

from site_parts import Site

GAME = ["--game", "margo", "-o", "size=6"]
SEEDS = ["--game", "margo", "-o", "size=4", "--games", "20"]  # short games, which fill the archive
PEOPLE, PASSWORD = 20, "correct horse battery"
LEAST_SEEDS = 20
SEARCHES = ["/api/archive", "/api/archive?game=margo&size=4", "/api/archive?player=Bench3",
            "/api/archive?player=Bench5&against=Bench7", "/api/archive?game=margo&result=second",
            "/api/openings/margo-4"]


def load(program: str, url: str, *words: str) -> dict:
    done = subprocess.run([program, "load", "--server", url, *words, "--json"], capture_output=True, text=True,
                          check=False)
    if not done.stdout.strip():
        raise SystemExit(f"cairn load: {done.stderr.strip()}")
    return json.loads(done.stdout.splitlines()[-1])


def spent(before: dict, after: dict, count: float) -> dict:
    """Microseconds of the processor for each of so many things."""
    return {name: round(1e6 * (after[name] - before[name]) / max(1, count), 1) for name in before}


def measure_moves(site: Site, program: str, games: int, seconds: float, rate: float) -> dict:
    """As much as it takes, then how long players wait at a rate that it carries."""
    words = [*GAME, "--games", str(games), "--seconds", str(seconds)]
    before, stored = site.used(), site.bytes_stored()
    full = load(program, site.url, *words)
    after, now = site.used(), site.bytes_stored()
    # The games themselves were opened meanwhile: their share is small, and counted with the moves.
    out = {"moves_per_s": round(full["moves_per_s"]), "errors": full["errors"],
           "us_per_move": spent(before, after, full["moves"]), "client_us_per_move": round(full["client_cpu_us"], 1),
           "bytes_per_move": round((now - stored) / max(1, full["moves"]))}
    asked = min(rate, 0.8 * full["moves_per_s"])
    calm = load(program, site.url, *words, "--rate", str(round(asked, 1)), "--seed", "2")
    out |= {"rate": round(asked), "done_per_s": round(calm["moves_per_s"]), "p50_ms": round(calm["acknowledged_ms"]["p50"], 2),
            "p99_ms": round(calm["acknowledged_ms"]["p99"], 1), "seen_p99_ms": round(calm["heard_ms"]["p99"], 1)}
    return out


def measure_idle(site: Site, program: str, sockets: int, seconds: float) -> dict:
    """WebSockets that listen, and what each costs in memory at the servers."""
    def now():
        all_metrics = [server.metrics() for server in site.servers]
        return (sum(one["cairn_sockets"] for one in all_metrics),
                sum(one["process_resident_memory_bytes"] for one in all_metrics))
    _, bytes_before = now()
    command = [program, "load", "--server", site.url, *GAME, "--games", "50", "--idle", str(sockets), "--seconds",
               str(seconds), "--json"]
    most, bytes_then = 0, bytes_before
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        while running.poll() is None:
            held, resident = now()
            if held >= most:
                most, bytes_then = held, resident
            time.sleep(0.3)
    return {"sockets": int(most), "bytes_per_socket": round((bytes_then - bytes_before) / max(1, most))}


def fill_archive(site: Site, program: str, games: int):
    """Accounts and short games by way of the site, and copies of these games within the database."""
    line = http.client.HTTPConnection("127.0.0.1", site.balancer.port, timeout=60)
    for i in range(PEOPLE):
        line.request("POST", "/api/account", json.dumps({"name": f"Bench{i}", "password": PASSWORD}),
                     {"Content-Type": "application/json"})
        answer = line.getresponse()
        text = answer.read()
        if answer.status != 201:
            raise SystemExit(f"POST /api/account: {answer.status} {text.decode()}")
    archived = "SELECT count(*) FROM archive WHERE class = 'margo-4'"
    seeds, seconds = 0, 4
    while seeds < LEAST_SEEDS and seconds < 100:
        load(program, site.url, *SEEDS, "--seconds", str(seconds), "--seed", str(seconds))
        time.sleep(2)  # a server archives what has ended once a second
        seeds, seconds = int(site.database.sql(archived)), 2 * seconds
    if seeds == 0:
        raise SystemExit("no game has ended")
    columns = site.database.sql("SELECT string_agg(column_name, ',') FROM information_schema.columns WHERE table_schema = "
                                "'public' AND table_name = 'tables' AND column_name NOT IN ('key', 'id')").split(",")
    site.database.sql(f"""
CREATE TABLE copied AS SELECT a.table_key AS old, k, nextval(pg_get_serial_sequence('tables', 'key')) AS new
  FROM archive a, generate_series(1, {max(1, games // seeds)}) k WHERE a.class = 'margo-4';
INSERT INTO tables (key, id, {', '.join(columns)})
  SELECT c.new, t.id || '-' || c.k, {', '.join('t.' + name for name in columns)} FROM copied c JOIN tables t ON t.key = c.old;
INSERT INTO chairs (table_key, seat, kind, person, name, zone_minutes)
  SELECT c.new, h.seat, h.kind, h.person, h.name, h.zone_minutes FROM copied c JOIN chairs h ON h.table_key = c.old;
INSERT INTO archive (table_key, ended_ms, game, options, rated, class, seats, bots, result, how, winner, moves)
  SELECT c.new, a.ended_ms - c.k * 60000, a.game, a.options, a.rated, a.class, a.seats, a.bots, a.result, a.how, a.winner,
  a.moves FROM copied c JOIN archive a ON a.table_key = c.old;
INSERT INTO archive_people (person, ended_ms, table_key, seat)
  SELECT (SELECT min(person) FROM accounts) + CAST(floor(random() * {PEOPLE}) AS BIGINT), a.ended_ms, c.new, s
  FROM copied c JOIN archive a ON a.table_key = c.new, generate_series(0, 1) s ON CONFLICT DO NOTHING;
DROP TABLE copied;""")
    site.database.sql("VACUUM ANALYZE")


class Readers:
    """Connections that search the archive without a pause, each one question at a time."""

    def __init__(self, site: Site, connections: int):
        self.site, self.times, self.failed, self.end = site, [], 0, False
        self.threads = [threading.Thread(target=self.read, args=(i,)) for i in range(connections)]

    def read(self, number: int):
        line = http.client.HTTPConnection("127.0.0.1", self.site.balancer.port, timeout=60)
        while not self.end:
            began = time.monotonic()
            line.request("GET", SEARCHES[number % len(SEARCHES)])
            answer = line.getresponse()
            answer.read()
            self.times.append(1_000 * (time.monotonic() - began))
            self.failed += answer.status != 200
            number += 1

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.end = True
        for thread in self.threads:
            thread.join()

    def share(self, part: float) -> float:
        times = sorted(self.times)
        return round(times[int(part * (len(times) - 1))], 1) if times else 0.0


def measure_reading(site: Site, program: str, games: int, seconds: float, rate: float, connections: int) -> dict:
    """Searches alone, for what each costs; then beside moves, for how long players wait."""
    before = site.used()
    with Readers(site, connections) as alone:
        time.sleep(seconds)
    after = site.used()
    out = {"searches_per_s": round(len(alone.times) / seconds, 1), "search_p50_ms": alone.share(0.5),
           "search_p99_ms": alone.share(0.99), "failed": alone.failed,
           "us_per_search": spent(before, after, len(alone.times))}
    words = [*GAME, "--games", str(games), "--seconds", str(seconds), "--rate", str(rate), "--seed", "3"]
    with Readers(site, connections) as beside:
        calm = load(program, site.url, *words)
    out |= {"beside_rate": rate, "beside_done_per_s": round(calm["moves_per_s"]), "beside_searches": len(beside.times),
            "beside_p50_ms": round(calm["acknowledged_ms"]["p50"], 2),
            "beside_p99_ms": round(calm["acknowledged_ms"]["p99"], 1), "failed": out["failed"] + beside.failed}
    if site.replica:
        all_metrics = [server.metrics() for server in site.servers]
        asked = {what: sum(value for one in all_metrics for name, value in one.items()
                           if name.startswith("cairn_replica_questions_total") and f'what="{what}"' in name)
                 for what in ("answered", "passed_on")}
        out["replica"] = {name: int(count) for name, count in asked.items()}
    return out
