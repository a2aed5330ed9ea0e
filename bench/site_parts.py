"""The parts of a site for site.py: PostgreSQL with standbys, servers, HAProxy. All on this machine, in folders that go with
the run. Standard library only."""
import glob
import os
import pwd
import re
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HAPROXY = "/usr/sbin/haproxy"
SITE_LINES = re.compile(r"```haproxy-site\n(.*?)```", re.S)


def programs_of_postgres() -> str:
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    if not found:
        raise SystemExit("PostgreSQL is not installed: apt install postgresql")
    return os.path.dirname(found[-1])


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


def wait_until(so, what: str, seconds: float = 60):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if so():
            return
        time.sleep(0.1)
    raise SystemExit(what + " took too long")


def cpu_seconds(root: int) -> float:
    """Processor time of a process and all that it has started, those that have ended too."""
    stats = {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            text = Path(path).read_text()
        except OSError:
            continue  # it has just ended
        words = text[text.rindex(")") + 2:].split()
        stats[int(text.split(" ", 1)[0])] = (int(words[1]), [int(word) for word in words[11:15]])
    tree, ticks = {root}, 0
    while more := {pid for pid, (parent, _) in stats.items() if parent in tree and pid not in tree}:
        tree |= more
    for pid in tree & stats.keys():
        ticks += sum(stats[pid][1])
    return ticks / os.sysconf("SC_CLK_TCK")


class Part:
    """A process that ends with the run."""

    def __init__(self, command: list[str], signal_to_end=signal.SIGTERM, **ways):
        self.signal_to_end = signal_to_end
        self.process = subprocess.Popen(command, **ways)

    def cpu(self) -> float:
        return cpu_seconds(self.process.pid)

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(self.signal_to_end)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


class Postgres(Part):
    """A cluster of its own, with PostgreSQL's usual settings: what it acknowledges is on the disk."""

    def __init__(self, follows: "Postgres | None" = None):
        self.programs = programs_of_postgres()
        self.folder = tempfile.mkdtemp(prefix="cairn-site-")
        self.ways = {}
        if os.geteuid() == 0:  # PostgreSQL refuses root
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self.ways = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        data = self.folder + "/data"
        if follows is None:
            self.tool("initdb", "-U", "cairn", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-D", data)
        else:
            self.tool("pg_basebackup", "--host=" + follows.folder, "--username=cairn", "--pgdata=" + data,
                      "--write-recovery-conf", "--checkpoint=fast")
        super().__init__([self.programs + "/postgres", "-D", data, "-k", self.folder, "-c", "listen_addresses=", "-c",
                          "max_connections=200", "-c", "log_min_messages=fatal"], signal.SIGINT, cwd=self.folder,
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self.ways)
        wait_until(lambda: self.answers(), "the start of PostgreSQL")

    def tool(self, name: str, *words: str):
        done = subprocess.run([f"{self.programs}/{name}", *words], cwd=self.folder, capture_output=True, text=True,
                              check=False, **self.ways)
        if done.returncode != 0:
            raise SystemExit(f"{name}: {done.stderr.strip()}")

    def answers(self) -> bool:
        command = [self.programs + "/pg_isready", "-q", "-h", self.folder]
        return subprocess.run(command, check=False).returncode == 0

    def sql(self, text: str, database: str = "cairn") -> str:
        done = subprocess.run(["psql", "-X", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "cairn", "-d", database,
                               "-At"], input=text, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit("psql: " + done.stderr.strip())
        return done.stdout.strip()

    def url(self) -> str:
        return f"postgresql://cairn@/cairn?host={self.folder}"

    def end(self):
        super().end()
        shutil.rmtree(self.folder, ignore_errors=True)


class Server(Part):
    def __init__(self, program: str, database: str, key: str, replicas: list[str]):
        self.folder = tempfile.mkdtemp(prefix="cairn-site-")
        command = [program, "serve", "--port", "0", "--database", database, "--data", self.folder, "--no-rate-limits",
                   "--secrets-key", key, "--bot-threads", "1", "--log-level", "error", "--behind-proxy", "--max-connections", "100000"]
        if replicas:
            command += ["--database-replica", ",".join(replicas)]
        super().__init__(command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)", line)
        if not found:
            raise SystemExit("the server does not start")
        self.port = int(found[1])

    def metrics(self) -> dict[str, float]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=30) as answer:
            lines = answer.read().decode().splitlines()
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[:1] not in "#")}

    def end(self):
        super().end()
        shutil.rmtree(self.folder, ignore_errors=True)


class Balancer(Part):
    """HAProxy with the lines of docs/hosting.md."""

    def __init__(self, ports: list[int]):
        self.port = free_port()
        lines = SITE_LINES.search((ROOT / "docs/hosting.md").read_text(encoding="utf-8"))[1]
        lines = re.sub(r"  bind .*", f"  bind 127.0.0.1:{self.port}", lines)
        lines = re.sub(r"  server .*\n", "", lines) + "".join(
            f"  server s{i} 127.0.0.1:{port}\n" for i, port in enumerate(ports))
        self.file = tempfile.NamedTemporaryFile("w", suffix=".cfg")  # pylint: disable=consider-using-with
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]  # a connection takes two
        self.file.write(f"global\n  maxconn {min(60_000, (files - 200) // 2)}\n" + lines)
        self.file.flush()
        super().__init__([HAPROXY, "-db", "-f", self.file.name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(self.answers, "the start of HAProxy")

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            if self.process.poll() is not None:
                raise SystemExit("HAProxy does not start") from None
            return False

    def end(self):
        super().end()
        self.file.close()


class Site:
    """Servers behind HAProxy on one PostgreSQL. `standby`: each commit waits for a second one. `replica`: lists are read from
    a standby for which no commit waits."""

    def __init__(self, program: str, servers: int, standby: bool, replica: bool):
        self.parts: list[Part] = []
        self.keys = tempfile.mkdtemp(prefix="cairn-site-")
        self.name = f"{servers} server{'s' if servers > 1 else ''}" + (", standby" if standby else "") + (
            ", replica" if replica else "")
        try:
            self.database = self.add(Postgres())
            self.database.sql("CREATE DATABASE cairn", "postgres")
            self.standby = self.add(Postgres(self.database)) if standby else None
            self.replica = self.add(Postgres(self.database)) if replica else None
            if standby:  # both are called "walreceiver": whichever has a commit first
                self.database.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
                self.database.sql("SELECT pg_reload_conf()")
            urls = [self.replica.url()] if replica else []
            key = self.keys + "/secrets.key"  # the first server makes it
            self.servers = [self.add(Server(program, self.database.url(), key, urls)) for _ in range(servers)]
            self.balancer = self.add(Balancer([server.port for server in self.servers]))
        except BaseException:
            self.end()
            raise
        self.url = f"http://127.0.0.1:{self.balancer.port}"

    def add(self, part):
        self.parts.append(part)
        return part

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        for part in reversed(self.parts):
            part.end()
        shutil.rmtree(self.keys, ignore_errors=True)

    def used(self) -> dict[str, float]:
        """Seconds of the processor until now, by what was paid for."""
        copies = [part for part in (self.standby, self.replica) if part]
        return {"servers": sum(server.cpu() for server in self.servers), "database": self.database.cpu(),
                "standbys": sum(copy.cpu() for copy in copies), "balancer": self.balancer.cpu()}

    def bytes_stored(self) -> int:
        return int(self.database.sql("SELECT pg_database_size('cairn')"))
