#!/usr/bin/python3
"""Teaches a network from what `cairn selfplay` writes, while it writes; docs/networks.md tells how runs go.

  train/train.py RUN --samples DIR... [--steps N] [...]

RUN holds all of a run: settings.json, log.jsonl, checkpoint.pt (from which it goes on), newest.network (replaced as it
learns; self-play reads it again) and networks/NUMBER.network. Needs PyTorch (Debian: python3-torch); takes a GPU where
there is one.
"""
import argparse
import copy
import json
import os
import signal
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from model import Model, Shape, network_bytes, normalise, read_network
from samples import Window


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path, help="folder of the run")
    parser.add_argument("--samples", nargs="+", required=True, help="folders of samples")
    parser.add_argument("--start", type=Path, help="a network to go on from, whose shape counts; not where the run has a checkpoint")
    parser.add_argument("--steps", type=int, default=0, help="to learn in all; 0: until ctrl-C")
    parser.add_argument("--channels", type=int, default=32)
    parser.add_argument("--blocks", type=int, default=4)
    parser.add_argument("--pool-each", type=int, default=2)
    parser.add_argument("--hidden", type=int, default=32)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning")
    parser.add_argument("--fall", type=int, default=0, help="steps over which the rate falls to a hundredth; 0: it stays")
    parser.add_argument("--window", type=int, default=400_000, help="newest samples that are learnt from")
    parser.add_argument("--reuse", type=float, default=6, help="how often a sample is learnt in the mean; waits for more")
    parser.add_argument("--least", type=int, default=5_000, help="samples before it begins")
    parser.add_argument("--every", type=int, default=500, help="steps between two networks")
    parser.add_argument("--root", type=float, default=0.25, help="share of the search's value in what is taught")
    parser.add_argument("--numbers", choices=("auto", "float32", "bfloat16"), default="auto",
                        help="to learn in; bfloat16 takes half the time where the processor has it")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def computes_bfloat16(device):
    if device == "cuda":
        return torch.cuda.is_bf16_supported()
    try:
        return "avx512_bf16" in Path("/proc/cpuinfo").read_text()
    except OSError:
        return False


def losses(model, batch, torus, root_share, short=False):
    with torch.autocast(batch["planes"].device.type, torch.bfloat16, enabled=short):
        answers = model(batch["planes"], batch["globals"], torus)
    policy, outcome, score, owners = (one.float() for one in answers)
    logits = torch.log_softmax(policy.masked_fill(~batch["legal"], -1e9), dim=1)
    shares = batch["policy"]
    policy_loss = -(shares * logits.clamp(min=-30)).sum(dim=1).mean()
    drawn = (batch["value"] == 0.5).float() * (1 - root_share)
    win = (batch["value"] == 1).float() * (1 - root_share) + batch["root"] * root_share
    wanted = torch.stack([win, drawn, 1 - win - drawn], dim=1)
    value_loss = -(wanted * torch.log_softmax(outcome, dim=1)).sum(dim=1).mean()
    return {
        "policy": policy_loss,
        "value": value_loss,
        "score": F.smooth_l1_loss(score, batch["score"], beta=0.1),
        "owner": F.mse_loss(owners, batch["owners"]),
    }


WEIGHTS = {"policy": 1.0, "value": 1.5, "score": 1.0, "owner": 0.3}


class Run:
    def __init__(self, given):
        self.given = given
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.short = given.numbers == "bfloat16" or given.numbers == "auto" and computes_bfloat16(self.device)
        self.window = Window(given.samples, given.window)
        self.rng = np.random.default_rng(given.seed)
        (given.run / "networks").mkdir(parents=True, exist_ok=True)
        self.step, self.model = 0, None

    def wait_for(self, samples):
        held = self.window.refresh()
        while self.window.total < samples:
            time.sleep(5)
            held = self.window.refresh()
        return held

    def begin(self):
        given = self.given
        self.wait_for(given.least)
        kind = next(iter(self.window.kinds))
        torch.manual_seed(given.seed)
        self.model = self.started() if given.start else Model(
            Shape(kind.features, kind.planes, kind.globals, given.channels, given.blocks, given.pool_each, kind.policy,
                  kind.extras, given.hidden))
        shape = self.model.shape
        if (shape.features, shape.planes, shape.globals, shape.policy, shape.extras) != (
                kind.features, kind.planes, kind.globals, kind.policy, kind.extras):
            raise SystemExit(f"{given.start}: it was taught {shape.features}, and the samples are of {kind.features}")
        self.model.to(self.device, memory_format=torch.channels_last)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=given.rate, weight_decay=1e-4)
        self.mean = copy.deepcopy(self.model)  # moving average: what is written
        checkpoint = given.run / "checkpoint.pt"
        if checkpoint.exists():
            state = torch.load(checkpoint, map_location=self.device)
            self.model.load_state_dict(state["model"])
            self.mean.load_state_dict(state["mean"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.step = state["step"]
        settings = {"shape": asdict(shape), **{k: str(v) for k, v in vars(given).items()}}
        (given.run / "settings.json").write_text(json.dumps(settings, indent=1) + "\n")

    def started(self):
        try:
            model = read_network(self.given.start.read_bytes())
        except (OSError, ValueError, KeyError) as error:
            raise SystemExit(f"{self.given.start}: {error}")
        batches = [self.window.batch(self.given.batch, self.rng) for _ in range(8)]
        normalise(model, [(torch.from_numpy(batch["planes"]), torch.from_numpy(batch["globals"]), bool(kind.torus))
                          for kind, batch in batches])
        return model

    def draw(self):
        kind, batch = self.window.batch(self.given.batch, self.rng)
        return kind, {name: torch.from_numpy(array).to(self.device) for name, array in batch.items()}

    def learn(self):
        given = self.given
        self.model.train()
        sums, began = {}, time.time()
        for _ in range(given.every):
            part = min(self.step / given.fall, 1) if given.fall else 0
            for group in self.optimizer.param_groups:
                group["lr"] = given.rate * min(1, (self.step + 1) / 200) * 0.01**part
            kind, batch = self.draw()
            found = losses(self.model, batch, bool(kind.torus), given.root, self.short)
            total = sum(WEIGHTS[name] * loss for name, loss in found.items())
            self.optimizer.zero_grad(set_to_none=True)
            total.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
            self.optimizer.step()
            self.step += 1
            with torch.no_grad():
                keep = min(0.998, self.step / (self.step + 10))
                for mean, now in zip(self.mean.state_dict().values(), self.model.state_dict().values()):
                    if mean.dtype.is_floating_point:
                        mean.mul_(keep).add_(now, alpha=1 - keep)
            for name, loss in found.items():
                sums[name] = sums.get(name, 0) + float(loss.detach())
        return {name: round(value / given.every, 5) for name, value in sums.items()}, time.time() - began

    def write(self, told):
        given = self.given
        mean = copy.deepcopy(self.mean).to("cpu").eval()
        with torch.no_grad():
            for _ in range(8):
                kind, batch = self.draw()
                mean(batch["planes"].cpu(), batch["globals"].cpu(), bool(kind.torus), measuring=True)
        data = network_bytes(mean, [f"step {self.step}", f"samples {self.window.total}"])
        for path in (given.run / "networks" / f"{self.step:07}.network", given.run / "newest.network"):
            part = path.with_suffix(".part")
            part.write_bytes(data)
            os.replace(part, path)
        part = given.run / "checkpoint.part"
        state = {"model": self.model, "mean": self.mean, "optimizer": self.optimizer}
        torch.save({"step": self.step, **{name: one.state_dict() for name, one in state.items()}}, part)
        os.replace(part, given.run / "checkpoint.pt")
        with (given.run / "log.jsonl").open("a") as log:
            log.write(json.dumps(told) + "\n")
        print(json.dumps(told), flush=True)


def main():
    given = read_arguments()
    torch.set_num_threads(given.threads)
    run = Run(given)
    run.begin()
    while not given.steps or run.step < given.steps:
        wanted = (run.step + given.every) * given.batch / given.reuse
        held = run.wait_for(min(wanted, given.steps * given.batch / given.reuse) if given.steps else wanted)
        found, seconds = run.learn()
        run.write({"step": run.step, "samples": run.window.total, "held": held, **found, "seconds": round(seconds, 1)})


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        main()
    except KeyboardInterrupt:
        pass
