// The real `cairn serve`, started and killed by the tests.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { kProgram, needProgram } from "./program";

const kClient = fileURLToPath(new URL("../../dist", import.meta.url));

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

export class Server {
  private child: ChildProcess | null = null;
  private readonly data = mkdtempSync(join(tmpdir(), "cairn-e2e-"));
  private said = "";

  private constructor(
    private readonly port: number,
    private readonly options: string[],
  ) {}

  static async start(options: string[] = []): Promise<Server> {
    needProgram();
    if (!existsSync(join(kClient, "index.html"))) throw new Error("web/dist is missing: npm run build");
    const server = new Server(await freePort(), options);
    await server.launch();
    return server;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async launch(): Promise<void> {
    // Many people sit at this one address, and none of them waits.
    const crowd = ["--requests-per-second", "500", "--requests-at-once", "2000"];
    const child = spawn(kProgram, ["serve", "--port", String(this.port), "--data", this.data, "--web", kClient, ...crowd, ...this.options]);
    this.child = child;
    child.stdout?.on("data", (text) => (this.said += String(text)));
    child.stderr?.on("data", (text) => (this.said += String(text)));
    for (let i = 0; i < 900; ++i) {
      const ready = await fetch(`${this.url}/healthz`).then((answer) => answer.ok, () => false);
      if (ready) return;
      if (child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`the server did not start:\n${this.said}`);
  }

  /** `cairn admin` beside it. */
  admin(...words: string[]): void {
    execFileSync(kProgram, ["admin", ...words, "--data", this.data]);
  }

  /** The last letter that waits to be mailed to an address, or was: read where it waits, in the database. */
  letter(address: string): string {
    const code = [
      "import json, sqlite3, sys",
      "db = sqlite3.connect('file:' + sys.argv[1] + '/cairn.db?mode=ro', uri=True)",
      "row = db.execute('SELECT o.facts FROM outbox o JOIN hooks h ON h.key = o.hook WHERE h.url = ? ORDER BY o.key DESC LIMIT 1', ('mailto:' + sys.argv[2],)).fetchone()",
      "print(json.loads(row[0]).get('text', '') if row else '')",
    ].join("\n");
    return execFileSync("python3", ["-c", code, this.data, address], { encoding: "utf8" });
  }

  /** As a power cut would: no warning, no clean end. */
  async kill(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}
