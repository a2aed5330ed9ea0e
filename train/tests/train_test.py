#!/usr/bin/python3
"""From self-play to a network that plays: the program's own samples are read and turned, a little is learnt, and the
program computes what PyTorch does. `train/tests/train_test.py PROGRAM`.
"""
import json
import re
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

TRAIN = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TRAIN))
import samples  # noqa: E402
from model import Model, Shape, network_bytes, normalise, read_network  # noqa: E402
from train import losses  # noqa: E402

PROGRAM = "build/release/apps/cairn/cairn"


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise AssertionError(f"{words}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Train(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = Path(cls.folder.name)
        run(PROGRAM, "selfplay", "spargo", "--games", 12, "--visits", 60, "--fast-visits", 10, "--taught", 0.6, "--file-games", 5,
            "--seed", 3, "--out", cls.root / "s")
        cls.files = sorted((cls.root / "s").glob("*.samples"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def teach(self, steps, *more, folder="run"):
        return run("/usr/bin/python3", TRAIN / "train.py", self.root / folder, "--samples", self.root / "s", "--steps", steps,
                   "--every", 20, "--least", 50, "--channels", 16, "--blocks", 2, "--hidden", 16, "--batch", 64, "--reuse", 1000,
                   *more)

    def test_samples_are_read_and_stay_true_when_turned(self):
        self.assertEqual(len(self.files), 3)
        total = 0
        for path in self.files:
            kind, records = samples.read(path)
            self.assertEqual((kind.features, kind.columns, kind.rows, kind.planes), ("pyramid-1", 4, 4, 52))
            total += len(records)
            self.assertTrue(set(np.unique(records["value"])) <= {0.0, 0.5, 1.0})
            seen, last = set(), []
            for symmetry in samples.turned(kind):
                batch = samples.unpack(kind, records, symmetry)
                # Planes 16 to 23 show what is legal, level by level; so do the bits of the logits.
                legal = batch["legal"][:, : kind.points * 8].reshape(-1, 4, 4, 8)
                self.assertTrue((legal == (batch["planes"][:, 16:24].transpose(0, 2, 3, 1) > 0)).all())
                self.assertTrue((batch["policy"][~batch["legal"]] == 0).all())
                np.testing.assert_allclose(batch["policy"].sum(axis=1), 1, atol=1e-5)
                seen.add(batch["planes"].tobytes())
                last.append(self.levels_of_last_balls(batch["planes"]))
                np.testing.assert_array_equal(last[0], last[-1])
            self.assertGreater(max(last[0]), 0)
            self.assertEqual(len(seen), 8)
        self.assertGreater(total, 100)

    def levels_of_last_balls(self, planes):
        """In order of the records, -1 where there is none: the highest ball where the last one is shown."""
        record, row, column = np.nonzero(planes[:, samples.LAST_BALL])
        self.assertEqual(len(set(record)), len(record))
        balls = planes[record, :8, row, column] + planes[record, 8:16, row, column]
        self.assertTrue((balls.max(axis=1) == 1).all(), "it lies on a ball")
        levels = np.full(len(planes), -1)
        levels[record] = 7 - np.argmax(balls[:, ::-1], axis=1)
        return levels

    def test_a_torus_is_rolled_as_one(self):
        run(PROGRAM, "selfplay", "toroidal", "-o", "size=5", "-o", "agreement=no", "--games", 2, "--visits", 20, "--fast-visits", 4,
            "--seed", 3, "--out", self.root / "t")
        kind, records = samples.read(next((self.root / "t").glob("*.samples")))
        self.assertEqual((kind.features, kind.columns, kind.torus), ("go-1", 5, 1))
        plain = samples.unpack(kind, records)
        rolled = samples.unpack(kind, records, None, (2, 4))
        for batch in (plain, rolled):
            legal = batch["legal"][:, :-1].reshape(-1, 5, 5)
            self.assertTrue((legal == (batch["planes"][:, 3] > 0)).all())
        for row, column in [(0, 0), (3, 1), (4, 4)]:
            to = (row + 2) % 5, (column + 4) % 5
            for name in ("planes", "owners"):
                np.testing.assert_array_equal(plain[name][..., row, column], rolled[name][..., to[0], to[1]])
            np.testing.assert_array_equal(plain["policy"][:, row * 5 + column], rolled["policy"][:, to[0] * 5 + to[1]])
        np.testing.assert_array_equal(plain["policy"][:, -1], rolled["policy"][:, -1])

    def test_short_numbers_and_a_torus_cost_no_exactness_that_learning_would_miss(self):
        torch.manual_seed(5)
        kind, records = samples.read(self.files[0])
        model = Model(Shape(kind.features, kind.planes, kind.globals, 16, 2, 2, kind.policy, kind.extras, 16)).eval()
        batch = {name: torch.from_numpy(array) for name, array in samples.unpack(kind, records).items()}
        with torch.no_grad():
            for torus in (False, True):
                long, short = losses(model, batch, torus, 0.25), losses(model, batch, torus, 0.25, True)
                for name in long:
                    self.assertAlmostEqual(float(long[name]), float(short[name]), delta=0.02 * max(1, float(long[name])), msg=name)
            layer = model.stem
            there = torch.nn.functional.pad(batch["planes"], (1, 1, 1, 1), mode="circular")
            there = layer.norm(torch.nn.functional.conv2d(there, layer.weight.weight))
            torch.testing.assert_close(layer(batch["planes"], True), there, rtol=1e-4, atol=1e-4)

    def test_a_file_that_is_none_is_refused(self):
        for text, why in [(b"cairn network 1\n\n", "no samples"), (self.files[0].read_bytes()[:-1], "cut off")]:
            path = self.root / "wrong.samples"
            path.write_bytes(text)
            with self.assertRaisesRegex(ValueError, why):
                samples.read(path)

    def test_the_program_computes_what_was_learnt(self):
        told = [json.loads(line) for line in self.teach(60).splitlines()]
        self.assertEqual([one["step"] for one in told], [20, 40, 60])
        self.assertLess(told[-1]["policy"], told[0]["policy"])
        more = [json.loads(line) for line in self.teach(80).splitlines()]
        self.assertEqual([one["step"] for one in more], [80], "it goes on from its checkpoint")
        newest = self.root / "run" / "newest.network"
        self.assertEqual(newest.read_bytes(), (self.root / "run" / "networks" / "0000080.network").read_bytes())

        # The same samples through both: whole numbers of 8 bits cost next to nothing.
        state = torch.load(self.root / "run" / "checkpoint.pt")
        kind, records = samples.read(self.files[0])
        model = Model(Shape(kind.features, kind.planes, kind.globals, 16, 2, 2, kind.policy, kind.extras, 16))
        model.load_state_dict(state["mean"])
        model.eval()
        batch = {name: torch.from_numpy(array) for name, array in samples.unpack(kind, records).items()}
        with torch.no_grad():
            here = losses(model, batch, False, 0.0)
            score = (model(batch["planes"], batch["globals"])[2] - batch["score"]).abs().mean()
        out = run(PROGRAM, "network", newest, "--samples", self.files[0])
        self.assertIn("pyramid-1: 2 blocks of 16 channels, 52 inputs a point and 8 of the whole", out)
        self.assertIn("  step 80\n", out)
        there = re.search(r"(\d+) samples: policy ([\d.]+), .*value ([\d.]+), score off by ([\d.]+), owner ([\d.]+)", out)
        self.assertEqual(int(there[1]), len(records))
        for name, mine, theirs in [("policy", here["policy"], there[2]), ("value", here["value"], there[3]),
                                   ("score", score, there[4]), ("owner", here["owner"], there[5])]:
            self.assertAlmostEqual(float(mine), float(theirs), delta=0.02, msg=name)
        for kernels in ("portable", "avx2", "avx512"):
            again = subprocess.run([PROGRAM, "network", newest, "--kernels", kernels, "--samples", self.files[0]],
                                   capture_output=True, text=True)
            if again.returncode == 0:
                self.assertEqual(again.stdout.split(";")[0].split("kernels")[1].split("\n", 1)[1],
                                 out.split(";")[0].split("kernels")[1].split("\n", 1)[1], kernels)
            else:
                self.assertIn("not available on this processor", again.stderr)

        out = run(PROGRAM, "selfplay", "spargo", "--network", newest, "--games", 2, "--visits", 20, "--out", self.root / "next")
        self.assertRegex(out, r"^2 games .* in 1 files\n$")

    def test_it_goes_on_from_a_network(self):
        self.teach(60, folder="first")
        newest = self.root / "first" / "newest.network"
        kind, records = samples.read(self.files[0])
        batch = {name: torch.from_numpy(array) for name, array in samples.unpack(kind, records).items()}
        known = Model(Shape(kind.features, kind.planes, kind.globals, 16, 2, 2, kind.policy, kind.extras, 16))
        known.load_state_dict(torch.load(self.root / "first" / "checkpoint.pt")["mean"])
        model = read_network(newest.read_bytes())
        with torch.no_grad():
            wanted, read = (losses(one.eval(), batch, False, 0.0) for one in (known, model))
            normalise(model, [(batch["planes"], batch["globals"], False)])
            kept, learning = losses(model, batch, False, 0.0), losses(model.train(), batch, False, 0.0)
        for name, loss in wanted.items():
            self.assertAlmostEqual(float(loss), float(read[name]), delta=0.02, msg=name)
            self.assertAlmostEqual(float(read[name]), float(kept[name]), delta=1e-4, msg=name)
            self.assertAlmostEqual(float(read[name]), float(learning[name]), delta=1e-2, msg=name)

        first = json.loads((self.root / "first" / "log.jsonl").read_text().splitlines()[0])
        on = json.loads(self.teach(20, "--start", newest, folder="second"))
        self.assertLess(on["policy"], first["policy"])
        for data, why in [(newest.read_bytes()[:-5], "checksum"), (b"nonsense", "checksum")]:
            (self.root / "wrong.network").write_bytes(data)
            with self.assertRaisesRegex(AssertionError, why):
                self.teach(20, "--start", self.root / "wrong.network", folder="third")

    def test_it_ends_when_told(self):
        # It would wait for ever: the system ends it with this test, however the test ends.
        process = subprocess.Popen(["/usr/bin/setpriv", "--pdeathsig", "KILL", "/usr/bin/python3", str(TRAIN / "train.py"),
                                    str(self.root / "wait"), "--samples", str(self.root / "s"), "--least", "1000000"],
                                   stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        while not (self.root / "wait" / "networks").exists():
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=30), 0, process.stderr.read())

    def test_a_torus_is_padded_with_its_other_side(self):
        torch.manual_seed(1)
        model = Model(Shape("test-1", 4, 1, 16, 1, 0, 1, 0, 16)).eval()
        planes, globals_ = (torch.rand(1, 4, 5, 5) > 0.5).float(), torch.zeros(1, 1)
        turned = torch.roll(planes, (2, 3), dims=(2, 3))
        with torch.no_grad():
            here, there = model(planes, globals_, torus=True)[3], model(turned, globals_, torus=True)[3]
        torch.testing.assert_close(torch.roll(here, (2, 3), dims=(1, 2)), there)
        self.assertTrue(network_bytes(model).startswith(b"cairn network 1\nfeatures test-1\nplanes 4\n"))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        PROGRAM = sys.argv.pop(1)
    unittest.main()
