// What a drawn frame of the 3D board costs the page's main thread while it is turned, on a Margo board of size 8 with many
// marbles, that nothing is drawn while nothing moves, and how many frames a second come of what draws here. Part of timing.mjs.

const kTurns = 240; // movements of the pointer
const kIdleMs = 3_000;

// Two bots played it.
const kMoves = `
  G15 I13 E9 E5 A9 A3 I3 M7 K13 E11 C13 E7 A11 E15 K15 I9 K3 G13 O13 O7 A15 G11 K11 C9 M1 M15 M13 A7 C5 E13 O15 O1
  G5 O5 C11 O3 B10 F14 O9 D10 M9 I7 K7 O11 N8 G9 E3 E1 K5 C3 G7 I5 G3 D4 I11 F6 H10 F10 M15 F8 K9 J8 M11 C7 N14 C1
  H4 C15 B8 G1 J4 D12 H6 A13 H12 F12 H8 M3 M5 A5 F4 D6 J6 G5 O1 O5 E5 D2 J8 D8 L6 G9 G7 J12 L10 A11 I15 A9 E7 B4
  F2 D14 H14 B8 G5 E9 L12 B6 G11 E13 O11 K1 I1 C7 C5 B12 H2 L8 I7 G13 M3 F8 G3 E11 E3 F10 F12 B10 F4 C9 K1 D8 L14
  O3 O15 K5 G3 O9 K3 O13 J8 K1 M1 I1 K15 M15 M5 M3 M11 I3 F12 C5 N8 H4 O11 M5 M13 K13 O15 J6 F4 N10 N6 A15 L6 H2
  E5 O1 L8 M1 M15 N2 N4 J14 D6 I7 G5 F2 L14 F6 G3 E7 E3 B14 K7 C13 K11 F4 L10 A1 M7 B2 L12 M9 J14 C11 K3 K1 F4 O13
  O11 M11 A13 A15 B14 F4 M13 A1 K11 E3 K15 A11 K9 B2 M1 O11 J10 K3 K13 E7 J12 B10 J8 H8 L2 O1 H10 M15 L14 A13
`;

/**
 * In the page, before all else: times the callbacks of requestAnimationFrame that drew, and counts what was drawn. With
 * `skip` the last step of each, drawing itself, is left out: where a processor stands in for the GPU, the page would wait
 * for it.
 */
function watch() {
  const seen = { frames: [], calls: 0, triangles: 0, skip: false };
  window.drawing = seen;
  const kinds = { drawArrays: [2, null], drawElements: [1, null], drawArraysInstanced: [2, 3], drawElementsInstanced: [1, 4] };
  for (const [name, [count, instances]] of Object.entries(kinds)) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...given) {
      seen.calls += 1;
      if (given[0] === this.TRIANGLES) seen.triangles += (given[count] / 3) * (instances === null ? 1 : given[instances]);
      if (!seen.skip) draw.apply(this, given);
    };
  }
  const ask = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (run) =>
    ask((now) => {
      const { calls, triangles } = seen;
      const start = performance.now();
      run(now);
      const ms = performance.now() - start;
      if (seen.calls > calls) seen.frames.push({ ms, calls: seen.calls - calls, triangles: seen.triangles - triangles });
    });
}

const place = (size, quality, moves) =>
  `/analysis?board=3d&quality=${quality}#new=margo&options=${encodeURIComponent(`{"size":"${size}"}`)}&moves=${moves.join("+")}`;

/** Two of each three rows filled, all columns but the last: each player has columns, so that no group is surrounded. */
function crowd(size) {
  const letter = (at) => String.fromCharCode(65 + at);
  const column = (at) => (at < 26 ? letter(at) : letter(Math.floor(at / 26) - 1) + letter(at % 26));
  const near = [...Array(size).keys()].filter((row) => row % 3 === 1 || row === size - 1);
  const far = [...Array(size).keys()].filter((row) => row % 3 === 0 && row < size - 1);
  const row = (y) => [...Array(2 * Math.floor(size / 2)).keys()].map((x) => `${column(2 * x)}${2 * y + 1}`);
  return [...near, ...far].flatMap(row);
}

const at = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))];

/** A page with a board, `prepare` before it is there, once it has come to rest. */
async function boardPage(browser, address, prepare = async () => {}) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await prepare(page);
  await page.goto(address);
  await page.locator("canvas[data-frames]").waitFor();
  await page.waitForTimeout(4_000);
  return page;
}

/** Takes the board in its middle and tilts it. Returns where the pointer is. */
async function grip(page) {
  const box = await page.locator("canvas").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 60);
  return [x, y - 60];
}

async function turned(page, session) {
  const spent = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return ["ScriptDuration", "TaskDuration"].map((name) => 1000 * metrics.find((one) => one.name === name).value);
  };
  await page.evaluate(() => (window.drawing.skip = true));
  const [x, y] = await grip(page);
  await page.waitForTimeout(1_000);
  await page.evaluate(() => (window.drawing.frames = []));
  const before = await spent();
  for (let i = 1; i <= kTurns; ++i) await page.mouse.move(x + 120 * Math.sin(i / 12), y);
  const after = await spent();
  await page.mouse.up();
  const frames = await page.evaluate(() => Object.assign(window.drawing, { skip: false }).frames);
  const [script, tasks] = after.map((ms, i) => (ms - before[i]) / frames.length);
  return { frames, script, tasks };
}

async function idle(page) {
  await page.mouse.move(2, 2);
  await page.waitForTimeout(2_500); // what still moves comes to rest
  const drawn = () => page.evaluate(() => Number(document.querySelector("canvas").dataset.frames));
  const before = await drawn();
  await page.waitForTimeout(kIdleMs);
  return (await drawn()) - before;
}

const marblesOn = async (page) => ((await page.locator("#board-words").textContent()) ?? "").match(/\b[A-Z]{1,2}\d+\b/g)?.length ?? 0;

/** Frames a second while the board is turned for `ms`. */
async function flow(page, ms) {
  const [x, y] = await grip(page);
  const drawn = await page.evaluate(
    ([x, y, ms]) =>
      new Promise((done) => {
        const canvas = document.querySelector("canvas");
        const count = () => Number(canvas.dataset.frames);
        const [start, before] = [performance.now(), count()];
        const turn = () => {
          const since = performance.now() - start;
          if (since > ms) return done((1000 * (count() - before)) / since);
          canvas.dispatchEvent(
            new PointerEvent("pointermove", { pointerId: 1, pointerType: "mouse", clientX: x + 120 * Math.sin(since / 200), clientY: y, bubbles: true }),
          );
          requestAnimationFrame(turn);
        };
        requestAnimationFrame(turn);
      }),
    [x, y, ms],
  );
  const share = await page.evaluate(() => document.querySelector("canvas").width / document.querySelector("canvas").clientWidth);
  await page.mouse.up();
  return { drawn, share };
}

export async function flowTable(browser, base) {
  const lines = [];
  for (const [size, moves] of [
    [8, kMoves.trim().split(/\s+/)],
    [19, crowd(19)],
  ])
    for (const quality of ["high", "low"]) {
      const page = await boardPage(browser, base + place(size, quality, moves));
      const first = await flow(page, 3_000);
      const later = await flow(page, 4_000);
      lines.push(`| ${size} | ${await marblesOn(page)} | ${quality} | ${first.drawn.toFixed(1)} | ${later.drawn.toFixed(1)} | ${later.share.toFixed(2)} |`);
      await page.context().close();
    }
  return ["| size | marbles | quality | frames/s, first 3 s | then | of the pixels along each side |", "|---|---|---|---|---|---|", ...lines].join("\n");
}

export async function frameTable(browser, base) {
  const path = place(8, "high", kMoves.trim().split(/\s+/));
  const lines = [];
  for (const slower of [1, 4]) {
    const page = await boardPage(browser, base + path, (made) => made.addInitScript(watch));
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const marbles = await marblesOn(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
    const { frames, script, tasks } = await turned(page, session);
    const ms = frames.map((frame) => frame.ms);
    const { calls, triangles } = frames[Math.floor(frames.length / 2)];
    const still = await idle(page);
    lines.push(
      `| ${marbles} | ${slower} | ${frames.length} | ${script.toFixed(1)} ms | ${tasks.toFixed(1)} ms | ${at(ms, 0.5).toFixed(1)}, ${at(ms, 0.95).toFixed(1)} ms | ${calls} | ${Math.round(triangles / 1000)} k | ${still} |`,
    );
    await page.context().close();
  }
  return [
    "| marbles | processor slowed by | frames | script a frame, CPU | all tasks a frame, CPU | its callback by the clock: median, 95th of 100 | draw calls | triangles | drawn in 3 s at rest |",
    "|---|---|---|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}
