"""The network as search/network computes it, in floats, with batch normalisation while it learns; and its file.

docs/networks.md tells the arithmetic and the file byte by byte.
"""
import zlib
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

MAGIC = "cairn network 1"
DENSE = ("policy_point", "policy_pool", "policy_out", "extras", "value_hidden", "value_out", "owner")


@dataclass(frozen=True)
class Shape:
    features: str
    planes: int
    globals: int
    channels: int
    blocks: int
    pool_each: int
    policy: int
    extras: int
    hidden: int


def pooled(x):
    return torch.cat([x.mean(dim=(2, 3)), x.amax(dim=(2, 3))], dim=1)


class Convolution(nn.Module):
    def __init__(self, ins, outs):
        super().__init__()
        self.weight = nn.Conv2d(ins, outs, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(outs, momentum=0.02)
        self.reach = 0.0  # the largest input that was seen while `measuring`

    def forward(self, x, torus, measuring=False):
        if measuring:
            self.reach = max(self.reach, float(torch.quantile(x.flatten()[:1_000_000], 0.9999)))
        if torus:  # the other side beyond each edge; F.pad is slower
            x = torch.cat([x[:, :, -1:], x, x[:, :, :1]], dim=2)
            x = torch.cat([x[..., -1:], x, x[..., :1]], dim=3)
            return self.norm(F.conv2d(x, self.weight.weight))
        return self.norm(self.weight(x))

    def folded(self):
        """Weights and bias with the normalisation in them."""
        factor = self.norm.weight / torch.sqrt(self.norm.running_var + self.norm.eps)
        weight = self.weight.weight * factor[:, None, None, None]
        return weight.detach().numpy(), (self.norm.bias - self.norm.running_mean * factor).detach().numpy()


class Block(nn.Module):
    def __init__(self, channels, is_pooled):
        super().__init__()
        self.first, self.second = Convolution(channels, channels), Convolution(channels, channels)
        self.pool = nn.Linear(2 * channels, channels, bias=False) if is_pooled else None
        nn.init.zeros_(self.second.norm.weight)

    def forward(self, x, torus, measuring):
        inner = self.first(x, torus, measuring)
        if self.pool is not None:
            inner = inner + self.pool(pooled(F.relu(inner)))[:, :, None, None]
        return F.relu(x + self.second(F.relu(inner), torus, measuring))


class Model(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.shape = shape
        c, k = shape.channels, shape.hidden
        self.stem = Convolution(shape.planes, c)
        self.stem_globals = nn.Linear(shape.globals, c, bias=False)
        self.blocks = nn.ModuleList(
            Block(c, shape.pool_each > 0 and (i + 1) % shape.pool_each == 0) for i in range(shape.blocks)
        )
        self.policy_point = nn.Linear(c, k)
        self.policy_pool = nn.Linear(2 * c, k, bias=False)
        self.policy_out = nn.Linear(k, shape.policy)
        self.extras = nn.Linear(2 * c, shape.extras)
        self.value_hidden = nn.Linear(2 * c, k)
        self.value_out = nn.Linear(k, 4)
        self.owner = nn.Linear(c, 1)

    def forward(self, planes, globals_, torus=False, measuring=False):
        """Logits of the policy, of win, draw and loss; the score; the owners, -1 to 1."""
        x = F.relu(self.stem(planes, torus) + self.stem_globals(globals_)[:, :, None, None])
        for block in self.blocks:
            x = block(x, torus, measuring)
        pool = pooled(x)
        points = x.permute(0, 2, 3, 1)
        hidden = F.relu(self.policy_point(points) + self.policy_pool(pool)[:, None, None, :])
        policy = torch.cat([self.policy_out(hidden).flatten(1), self.extras(pool)], dim=1)
        value = self.value_out(F.relu(self.value_hidden(pool)))
        return policy, value[:, :3], value[:, 3], torch.tanh(self.owner(points)).squeeze(3)


    def convolutions(self):
        """In the file's order."""
        return [self.stem, *(layer for block in self.blocks for layer in (block.first, block.second))]


def convolution_bytes(layer, step):
    """int8 weights by output channel, their scales (with the input's step in them), biases and the step."""
    weight, bias = layer.folded()
    scale = np.maximum(np.abs(weight).max(axis=(1, 2, 3)), 1e-12) / 127
    whole = np.clip(np.rint(weight / scale[:, None, None, None]), -127, 127).astype(np.int8)
    return b"".join(
        [whole.tobytes(), (scale * step).astype("<f4").tobytes(), bias.astype("<f4").tobytes(), np.float32(step).tobytes()]
    )


def dense_bytes(layer):
    weight = layer.weight.detach().numpy().T.astype("<f4").tobytes()
    return weight + (layer.bias.detach().numpy().astype("<f4").tobytes() if layer.bias is not None else b"")


def network_bytes(model, notes=()):
    """The file of a model whose convolutions have measured what reaches them."""
    shape = model.shape
    header = [MAGIC, f"features {shape.features}"]
    names = ("planes", "globals", "channels", "blocks", "pool_each", "policy", "extras", "hidden")
    header += [f"{name} {getattr(shape, name)}" for name in names]
    header += [f"note {note}" for note in notes]
    parts = ["\n".join(header).encode() + b"\n\n", convolution_bytes(model.stem, 1 / 127), dense_bytes(model.stem_globals)]
    for block in model.blocks:
        for layer in (block.first, block.second):
            parts.append(convolution_bytes(layer, max(layer.reach, 1e-3) / 127))
        if block.pool is not None:
            parts.append(dense_bytes(block.pool))
    for name in DENSE:
        parts.append(dense_bytes(getattr(model, name)))
    data = b"".join(parts)
    return data + zlib.crc32(data).to_bytes(4, "little")


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, kind, *shape):
        count = int(np.prod(shape))
        if self.at + count * np.dtype(kind).itemsize > len(self.data):
            raise ValueError("the network is cut off")
        numbers = np.frombuffer(self.data, kind, count, self.at)
        self.at += numbers.nbytes
        return torch.from_numpy(numbers.reshape(shape).astype(np.float32))


def read_network(data):
    """The model of a file, as it answers; its normalisation does nothing until `normalise`."""
    if len(data) < 4 or zlib.crc32(data[:-4]).to_bytes(4, "little") != data[-4:]:
        raise ValueError("the network was changed or cut off: its checksum is not that of its numbers")
    header, end = data.split(b"\n\n", 1)[0].decode(), data.find(b"\n\n") + 2
    lines = header.split("\n")
    if lines[0] != MAGIC:
        raise ValueError(f'this is no network: one begins with the line "{MAGIC}"')
    said = dict(line.split(" ", 1) for line in lines[1:] if not line.startswith("note "))
    shape = Shape(**{name: kind(said[name]) for name, kind in Shape.__annotations__.items()})
    model, reader = Model(shape).eval(), Reader(data[end:-4])

    def convolution(layer):
        outs, ins = layer.weight.weight.shape[:2]
        whole, scale, bias = reader.take("i1", outs, ins, 3, 3), reader.take("<f4", outs), reader.take("<f4", outs)
        step = float(reader.take("<f4", 1))
        layer.weight.weight.copy_(whole * (scale / step)[:, None, None, None])
        layer.norm.running_var.fill_(1 - layer.norm.eps)
        layer.norm.weight.fill_(1)
        layer.norm.bias.copy_(bias)

    def dense(layer):
        layer.weight.copy_(reader.take("<f4", layer.in_features, layer.out_features).T)
        if layer.bias is not None:
            layer.bias.copy_(reader.take("<f4", layer.out_features))

    with torch.no_grad():
        convolution(model.stem)
        dense(model.stem_globals)
        for block in model.blocks:
            convolution(block.first)
            convolution(block.second)
            if block.pool is not None:
                dense(block.pool)
        for name in DENSE:
            dense(getattr(model, name))
    if reader.at != len(reader.data):
        raise ValueError("the network has more numbers than its shape")
    return model


def normalise(model, batches):
    """Gives a model that was read its normalisation back, by what positions make of it: it answers as before, and
    learns as one that was never written. Batches: (planes, globals, torus)."""
    found = {layer: [] for layer in model.convolutions()}
    hooks = [layer.norm.register_forward_pre_hook(lambda _, x, layer=layer: found[layer].append(x[0].transpose(0, 1).flatten(1)))
             for layer in found]
    with torch.no_grad():
        for planes, globals_, torus in batches:
            model(planes, globals_, torus)
        for layer, seen in found.items():
            all_seen, norm = torch.cat(seen, dim=1), layer.norm
            mean, variance = all_seen.mean(dim=1), all_seen.var(dim=1)
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)
            norm.weight.copy_(torch.sqrt(variance + norm.eps))
            norm.bias.add_(mean)
    for hook in hooks:
        hook.remove()
