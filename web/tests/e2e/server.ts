// The real `cairn serve`, started and killed by the tests.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { kProgram, needProgram, tool } from "./program";

const kClient = fileURLToPath(new URL("../../dist", import.meta.url));

// The system ends a server when the process that started it ends, however that happens.
const kWithUs = [tool("setpriv", "util-linux"), "--pdeathsig", "KILL", kProgram] as const;

export class Server {
  /** As the server printed it. */
  url = "";
  private child: ChildProcess | null = null;
  private readonly data = mkdtempSync(join(tmpdir(), "cairn-e2e-"));

  private constructor(private readonly options: string[]) {}

  static async start(options: string[] = []): Promise<Server> {
    needProgram();
    if (!existsSync(join(kClient, "index.html"))) throw new Error("web/dist is missing: npm run build");
    const server = new Server(options);
    try {
      await server.launch();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  /** Starts it; once more on the port where it was, which its pages know. */
  async launch(): Promise<void> {
    const port = this.url ? new URL(this.url).port : "0";
    // Many people sit at this one address, and none of them waits.
    const crowd = ["--requests-per-second", "500", "--requests-at-once", "2000"];
    const [command, ...words] = kWithUs;
    const child = spawn(command, [...words, "serve", "--port", port, "--data", this.data, "--web", kClient, ...crowd, ...this.options]);
    this.child = child;
    let said = "";
    child.stderr.on("data", (text) => (said += String(text)));
    this.url = await new Promise<string>((ready, failed) => {
      child.stdout.on("data", (text) => {
        said += String(text);
        const printed = /^Cairn is ready on (\S+).*\n/m.exec(said)?.[1];
        if (printed) ready(printed);
      });
      child.once("error", failed);
      child.once("close", () => failed(new Error(`the server did not start:\n${said}`)));
    });
  }

  /** `cairn admin` beside it. */
  admin(...words: string[]): void {
    execFileSync(kProgram, ["admin", ...words, "--data", this.data]);
  }

  /** `cairn import` beside it, of the games in a text. */
  takeIn(library: string, games: string): void {
    const file = join(this.data, `${library}.sgf`);
    writeFileSync(file, games);
    execFileSync(kProgram, ["import", file, "--as", library, "--data", this.data], { stdio: ["ignore", "ignore", "inherit"] });
  }

  /** The last letter that waits to be mailed to an address, or was: read where it waits, in the database. */
  letter(address: string): string {
    const code = [
      "import json, sqlite3, sys",
      "db = sqlite3.connect('file:' + sys.argv[1] + '/cairn.db?mode=ro', uri=True)",
      "row = db.execute('SELECT o.facts FROM outbox o JOIN hooks h ON h.key = o.hook WHERE h.url = ? ORDER BY o.key DESC LIMIT 1', ('mailto:' + sys.argv[2],)).fetchone()",
      "print(json.loads(row[0]).get('text', '') if row else '')",
    ].join("\n");
    return execFileSync(tool("python3", "python3"), ["-c", code, this.data, address], { encoding: "utf8" });
  }

  /** As a power cut would: no warning, no clean end. */
  async kill(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}
