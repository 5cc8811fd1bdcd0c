#!/usr/bin/env python3
"""Trains the embedded model on the traces of tutor/train/gen.

    python3 train.py --data traces --out run --size XS                 # on a CPU
    python3 train.py --data traces --out run --size S --device cuda    # on a GPU

A trace is one run of the tutor as tokens. Where the grammar of a step left the model a choice, the
loss is the cross-entropy over the tokens that were legal there; that is what is learned. The other
tokens of a reply count a little (--forced), because the grammar of a server may be looser than ours
and the net should have an opinion there; the rest of a trace counts --given.

Every so many minutes the state is written aside and renamed, and a run that is started again with
the same --out goes on where it was. At its end the folder holds weights.bin and weights.json (for
tutor/train/export), reference.json (what any other implementation must compute), loss.csv and eval.json.
Needs PyTorch 1.13 or later and NumPy, nothing else.
"""

import argparse
import contextlib
import csv
import glob
import json
import math
import os
import platform
import struct
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

VOCABULARY = 320  # ids; a mask is this many bits
HEAD = 64  # the width of an attention head
CONTEXT = 2048
EPSILON = 1e-5
ROPE_BASE = 10000.0

# d, layers, heads, key-value heads, ffn
# S3 is the lower half of S: the first part of a training costs half as much with it, see deepened
SIZES = {"XS": (128, 4, 2, 1, 352), "S3": (192, 3, 3, 1, 512), "S": (192, 6, 3, 1, 512), "M": (256, 6, 4, 2, 704)}

GIVEN, FORCED, CHOICE = 0, 1, 2  # the kinds of tokens, as package trace writes them


class Traces:
    """The shards of a folder, mapped into memory: ids, kinds, and five words of mask per choice."""

    def __init__(self, folder, prefix, brief=1):
        """Keeps what follows the last choice of a run in one of so many traces: no choice depends on it."""
        self.shards = []
        self.length = []
        self.place = []
        for path in sorted(glob.glob(os.path.join(folder, prefix + "*.index"))):
            base = path[: -len(".index")]
            index = np.fromfile(path, dtype="<i8").reshape(-1, 2)
            ids = np.memmap(base + ".ids", dtype="<u2", mode="r")
            kinds = np.memmap(base + ".kinds", dtype="u1", mode="r")
            masks = np.memmap(base + ".masks", dtype="u1", mode="r").reshape(-1, VOCABULARY // 8)
            length = np.diff(index[:, 0])
            if brief > 1:
                chosen = np.where(kinds == CHOICE, np.arange(1, len(kinds) + 1), 0)
                short = np.maximum(np.maximum.reduceat(chosen, index[:-1, 0]) - index[:-1, 0], 0)
                length = np.where(np.arange(len(length)) % brief > 0, short, length)
            self.place += [(len(self.shards), i) for i in np.flatnonzero(length)]
            self.length.append(length[length > 0])
            self.shards.append((index, ids, kinds, masks))
        if not self.shards:
            raise SystemExit("there are no traces %s*.index in %s; make some with: go run ./tutor/train/gen" % (prefix, folder))
        self.length = np.concatenate(self.length)

    def __len__(self):
        return len(self.place)

    def batch(self, which):
        """Returns ids and kinds, padded to a multiple of 16, and the masks of all choices in order."""
        width = -(-int(max(self.length[i] for i in which)) // 16) * 16
        ids = np.full((len(which), width), 256, dtype=np.int64)
        kinds = np.full((len(which), width), GIVEN, dtype=np.uint8)
        real = np.zeros((len(which), width), dtype=bool)
        masks = []
        for row, i in enumerate(which):
            shard, at = self.place[i]
            index, all_ids, all_kinds, all_masks = self.shards[shard]
            (start, choice), (_, last) = index[at], index[at + 1]
            n = self.length[i]
            end = start + n
            ids[row, :n] = all_ids[start:end]
            kinds[row, :n] = all_kinds[start:end]
            real[row, :n] = True
            masks.append(all_masks[choice:last])
        return ids, kinds, real, np.concatenate(masks)


def batches(traces, tokens, seed, epoch):
    """Yields the batches of an epoch: traces of similar length, about so many tokens each."""
    draw = np.random.default_rng([seed, epoch])
    order = draw.permutation(len(traces))
    groups = []
    for window in np.array_split(order, max(1, len(order) // 20000)):
        window = window[np.argsort(traces.length[window], kind="stable")]
        start = 0
        while start < len(window):
            end = start
            widest = 0
            while end < len(window):
                widest = max(widest, -(-int(traces.length[window[end]]) // 16) * 16)
                if end > start and widest * (end - start + 1) > tokens:
                    break
                end += 1
            groups.append(window[start:end])
            start = end
    for i in draw.permutation(len(groups)):
        yield groups[i]


class Norm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d))

    def forward(self, x):
        y = x.float()
        y = y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + EPSILON)
        return y.type_as(x) * self.weight.type_as(x)


def rotate(x, cos, sin):
    """Rotates consecutive pairs, as llama.cpp does with files of architecture llama."""
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack((a * cos - b * sin, a * sin + b * cos), -1).flatten(-2).type_as(x)


def attention(q, k, v):
    if q.is_cuda and hasattr(F, "scaled_dot_product_attention"):
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)
    n = q.shape[-2]  # on a CPU the two products are three times as fast as the fused kernel
    scores = (q @ k.transpose(-1, -2)).float() / math.sqrt(HEAD)
    scores = scores.masked_fill(torch.ones(n, n, dtype=torch.bool, device=q.device).triu(1), float("-inf"))
    return scores.softmax(-1).type_as(v) @ v


class Block(nn.Module):
    def __init__(self, d, heads, kv, ffn):
        super().__init__()
        self.heads, self.kv = heads, kv
        self.attn_norm, self.ffn_norm = Norm(d), Norm(d)
        self.attn_q = nn.Linear(d, heads * HEAD, bias=False)
        self.attn_k = nn.Linear(d, kv * HEAD, bias=False)
        self.attn_v = nn.Linear(d, kv * HEAD, bias=False)
        self.attn_output = nn.Linear(heads * HEAD, d, bias=False)
        self.ffn_gate = nn.Linear(d, ffn, bias=False)
        self.ffn_up = nn.Linear(d, ffn, bias=False)
        self.ffn_down = nn.Linear(ffn, d, bias=False)

    def forward(self, x, cos, sin):
        b, n, _ = x.shape
        y = self.attn_norm(x)
        every = F.linear(y, torch.cat((self.attn_q.weight, self.attn_k.weight, self.attn_v.weight)))  # one wide product, not three
        every = every.view(b, n, self.heads + 2 * self.kv, HEAD).transpose(1, 2)
        q, k, v = every.split((self.heads, self.kv, self.kv), 1)
        q, k = rotate(q, cos, sin), rotate(k, cos, sin)
        if self.kv != self.heads:
            k = k.repeat_interleave(self.heads // self.kv, 1)
            v = v.repeat_interleave(self.heads // self.kv, 1)
        x = x + self.attn_output(attention(q, k, v).transpose(1, 2).reshape(b, n, -1))
        y = self.ffn_norm(x)
        gate, up = F.linear(y, torch.cat((self.ffn_gate.weight, self.ffn_up.weight))).chunk(2, -1)
        return x + self.ffn_down(F.silu(gate) * up)


class Muon(torch.optim.Optimizer):
    """Momentum whose updates of matrices are made orthogonal (Jordan et al. 2024, "Muon")."""

    def __init__(self, params, lr, precision):
        super().__init__(params, {"lr": lr})
        self.precision = precision

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if not state:
                    state["momentum"] = torch.zeros_like(p)
                state["momentum"].lerp_(p.grad, 0.05)
                x = p.grad.lerp(state["momentum"], 0.95)
                wide = x.shape[0] <= x.shape[1]
                x = x if wide else x.T
                x = (x / (x.norm() + 1e-7)).to(self.precision)
                for _ in range(5):  # Newton and Schulz, with the coefficients of the paper
                    y = x @ x.T
                    x = 3.4445 * x + (-4.7750 * y + 2.0315 * y @ y) @ x
                x = (x if wide else x.T).float()
                p.mul_(1 - 0.05 * group["lr"])
                p.add_(x, alpha=-group["lr"] * 0.2 * max(p.shape) ** 0.5)


class Net(nn.Module):
    def __init__(self, size):
        super().__init__()
        d, layers, heads, kv, ffn = SIZES[size]
        self.token_embd = nn.Embedding(VOCABULARY, d)
        self.blk = nn.ModuleList([Block(d, heads, kv, ffn) for _ in range(layers)])
        self.output_norm = Norm(d)
        angle = torch.arange(CONTEXT).float()[:, None] * ROPE_BASE ** (-torch.arange(0, HEAD, 2).float() / HEAD)
        self.register_buffer("cos", angle.cos(), persistent=False)
        self.register_buffer("sin", angle.sin(), persistent=False)
        for name, p in self.named_parameters():
            if p.dim() == 2:
                deep = name.endswith("attn_output.weight") or name.endswith("ffn_down.weight")
                nn.init.normal_(p, std=0.02 / math.sqrt(2 * layers) if deep else 0.02)

    def hidden(self, ids):
        """Returns what the last layer says of each token."""
        x = self.token_embd(ids)
        cos, sin = self.cos[: ids.shape[1]], self.sin[: ids.shape[1]]
        for block in self.blk:
            x = block(x, cos, sin)
        return self.output_norm(x)

    def forward(self, ids):
        return self.hidden(ids) @ self.token_embd.weight.T


def released(folder):
    """Returns the tensors of the tutor.gguf in a folder that tutor/train/export wrote, and its config.json."""
    path = os.path.join(folder, "tutor.gguf")
    with open(path, "rb") as f:
        data = f.read()
    at = 0

    def take(form):
        nonlocal at
        value, = struct.unpack_from("<" + form, data, at)
        at += struct.calcsize("<" + form)
        return value

    def text():
        nonlocal at
        n = take("Q")
        at += n
        return data[at - n : at].decode()

    def value(kind):
        if kind == 8:
            return text()
        if kind == 9:
            kind, n = take("I"), take("Q")
            return [value(kind) for _ in range(n)]
        return take("BbHhIif?"[kind] if kind < 8 else {10: "Q", 11: "q", 12: "d"}[kind])

    if take("4s") != b"GGUF" or take("I") != 3:
        raise SystemExit("%s is no GGUF file of version 3" % path)
    tensors, entries = take("Q"), take("Q")
    metadata = {}
    for _ in range(entries):
        key = text()
        metadata[key] = value(take("I"))
    places = []
    for _ in range(tensors):
        name = text()
        shape = [take("Q") for _ in range(take("I"))][::-1]
        places.append((name, shape, "<f2" if take("I") == 1 else "<f4", take("Q")))
    unit = metadata.get("general.alignment", 32)
    at = -(-at // unit) * unit
    net = {name: torch.from_numpy(np.frombuffer(data, kind, math.prod(shape), at + place).reshape(shape).astype(np.float32))
           for name, shape, kind, place in places}
    with open(os.path.join(folder, "config.json")) as f:
        return net, json.load(f)


def deepened(tensors, size, earlier):
    """Returns the tensors of a net of size earlier for one of size: the same, or, where it is only
    deeper, with the blocks of the earlier one stacked upon themselves (Du et al. 2024, "Stacking Your Transformers")."""
    layers, have = SIZES[size][1], SIZES[earlier][1]
    if SIZES[size] != SIZES[earlier][:1] + (layers,) + SIZES[earlier][2:] or layers % have:
        raise SystemExit("a net of size %s cannot go on from one of size %s" % (size, earlier))
    stacked = {name: t for name, t in tensors.items() if not name.startswith("blk.")}
    for i in range(layers):
        old, new = "blk.%d." % (i % have), "blk.%d." % i
        stacked.update({new + name[len(old):]: t for name, t in tensors.items() if name.startswith(old)})
    return stacked


def legal(masks, device):
    """Unpacks masks into booleans, one row of VOCABULARY per choice."""
    bits = torch.as_tensor(masks, device=device)
    shifts = torch.arange(8, device=device, dtype=torch.uint8)
    return ((bits[:, :, None] >> shifts) & 1).bool().flatten(1)


def losses(net, hidden_of, traces, which, device, amp):
    """Returns the loss per choice, that of forced tokens and of given ones, and what was right."""
    ids, kinds, real, masks = traces.batch(which)
    ids = torch.as_tensor(ids, device=device)
    kinds = torch.as_tensor(kinds, device=device)
    real = torch.as_tensor(real, device=device)
    with torch.autocast(device.split(":")[0], dtype=torch.bfloat16) if amp else contextlib.nullcontext():
        hidden = hidden_of(ids[:, :-1])
        target = ids[:, 1:]
        logits = (hidden @ net.token_embd.weight.type_as(hidden).T).float()
    kind, real = kinds[:, 1:], real[:, 1:]
    chosen = kind == CHOICE
    at = logits[chosen].masked_fill(~legal(masks, device), float("-inf"))
    choice = F.cross_entropy(at, target[chosen])
    every = F.cross_entropy(logits.flatten(0, 1), target.flatten(), reduction="none").view_as(target)
    reply = kind != GIVEN
    given = real & ~reply
    forced = (every * reply).sum() / reply.sum()
    rest = (every * given).sum() / given.sum()
    return choice, forced, rest, at.argmax(-1) == target[chosen], chosen


@torch.no_grad()
def evaluate(net, hidden_of, traces, tokens, device, amp):
    """Loss per choice, and the share of choices and of whole traces that are right given a right prefix."""
    net.eval()
    total, n, right, whole = 0.0, 0, 0, 0
    for which in batches(traces, tokens, 0, 0):
        choice, _, _, ok, chosen = losses(net, hidden_of, traces, which, device, amp)
        total += choice.item() * len(ok)
        n += len(ok)
        right += int(ok.sum())
        wrong = torch.zeros_like(chosen, dtype=torch.long)
        wrong[chosen] = (~ok).long()
        whole += int((wrong.sum(1) == 0).sum())
    net.train()
    return {"loss": total / n, "choices": right / n, "traces": whole / len(traces), "of": len(traces)}


def export(net, folder, traces, described):
    """Writes the weights, rounded to half precision, and what the rounded net computes."""
    with torch.no_grad():
        for p in net.parameters():
            if p.dim() == 2:
                p.copy_(p.half().float())
    tensors, at = [], 0
    with open(os.path.join(folder, "weights.bin.new"), "wb") as out:
        for name, p in net.state_dict().items():
            kind = "F16" if p.dim() == 2 else "F32"
            data = p.detach().float().cpu().numpy().astype("<f2" if kind == "F16" else "<f4").tobytes()
            tensors.append({"name": name, "type": kind, "shape": list(p.shape)[::-1], "offset": at, "bytes": len(data)})
            at += len(data)
            out.write(data)
    os.replace(os.path.join(folder, "weights.bin.new"), os.path.join(folder, "weights.bin"))
    write_json(os.path.join(folder, "weights.json"), dict(described, tensors=tensors))
    ids, *_ = traces.batch([int(np.argmin(np.abs(traces.length - 128)))])
    ids = ids[:, :64]
    plain = net.cpu().float().eval()
    with torch.no_grad():
        logits = plain(torch.as_tensor(ids))[0]
    where = list(range(0, 64, 9))[:8]
    write_json(os.path.join(folder, "reference.json"), {
        "ids": ids[0].tolist(),
        "positions": where,
        "logits": [[round(float(x), 6) for x in logits[i]] for i in where],
    })


def write_json(path, value):
    with open(path + ".new", "w") as out:
        json.dump(value, out, indent=1)
        out.write("\n")
    os.replace(path + ".new", path)


def save(path, net, optimizers, step, rows, spent):
    state = {"net": net.state_dict(), "optimizers": [o.state_dict() for o in optimizers], "step": step,
             "rows": rows, "spent": spent, "random": torch.get_rng_state()}
    torch.save(state, path + ".new")
    os.replace(path + ".new", path)


def arguments():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--data", required=True, help="folder of traces")
    p.add_argument("--out", required=True, help="folder for the state and what comes of it")
    p.add_argument("--from", dest="start", help="folder with a released net to go on from, such as tutor/weights; one with half the layers is stacked upon itself")
    p.add_argument("--size", choices=sorted(SIZES), default="XS")
    p.add_argument("--device", default="cpu")
    p.add_argument("--threads", type=int, default=0, help="of the CPU; 0 leaves it to PyTorch")
    p.add_argument("--epochs", type=float, default=1.0, help="passes over the traces")
    p.add_argument("--batch", type=int, default=0, help="tokens in a batch (8,192 on a CPU, 65,536 on a GPU)")
    p.add_argument("--rate", type=float, default=0, help="peak learning rate (XS 3e-3, S3 and S 2e-3, M 1e-3)")
    p.add_argument("--warmup", type=int, default=200, help="steps to the peak")
    p.add_argument("--decay", type=float, default=0.5, help="share of the steps, at the end, in which the rate falls to nothing")
    p.add_argument("--brief", type=int, default=8, help="one trace in so many keeps what follows its last choice, a third of it, which is forced")
    p.add_argument("--forced", type=float, default=0.05, help="weight of the replies' forced tokens")
    p.add_argument("--given", type=float, default=0.02, help="weight of prompts and observations, which falls with the rate")
    p.add_argument("--muon", action="store_true", help="update the matrices of the blocks with Muon, the rest with AdamW")
    p.add_argument("--compile", action="store_true", help="compile the network; needs PyTorch 2 and a C++ compiler")
    p.add_argument("--bf16", action="store_true", help="multiply in bfloat16 on a CPU too; faster where it has instructions for that")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--save", type=float, default=5.0, help="minutes between two saved states")
    p.add_argument("--every", type=int, default=250, help="steps between two evaluations")
    return p.parse_args()


def main():
    a = arguments()
    a.batch = a.batch or (65536 if a.device.startswith("cuda") else 8192)
    a.rate = a.rate or {"XS": 3e-3, "S3": 2e-3, "S": 2e-3, "M": 1e-3}[a.size]
    if a.threads:
        torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    cuda = a.device.startswith("cuda")
    amp = cuda or a.bf16
    if cuda:
        torch.backends.cuda.matmul.allow_tf32 = True
    os.makedirs(a.out, exist_ok=True)
    train, dev = Traces(a.data, "train", a.brief), Traces(a.data, "dev", a.brief)
    net = Net(a.size).to(a.device)
    earlier = None
    if a.start:
        tensors, earlier = released(a.start)
        net.load_state_dict(deepened(tensors, a.size, earlier["size"]))
    decayed = [p for p in net.parameters() if p.dim() == 2]
    plain = [p for p in net.parameters() if p.dim() != 2]
    optimizers = []
    if a.muon:
        optimizers.append(Muon([p for n, p in net.named_parameters() if p.dim() == 2 and n.startswith("blk.")], a.rate,
                               torch.bfloat16 if amp else torch.float32))
        decayed = [net.token_embd.weight]
    optimizers.append(torch.optim.AdamW([{"params": decayed, "weight_decay": 0.05}, {"params": plain, "weight_decay": 0.0}],
                                        lr=a.rate, betas=(0.9, 0.95), eps=1e-8, **({"fused": True} if cuda else {})))
    per_epoch = sum(1 for _ in batches(train, a.batch, a.seed, 0))
    steps = int(per_epoch * a.epochs)
    state_file = os.path.join(a.out, "state.pt")
    step, rows, spent = 0, [], 0.0
    if os.path.exists(state_file):
        state = torch.load(state_file, map_location=a.device)
        net.load_state_dict(state["net"])
        for optimizer, kept in zip(optimizers, state["optimizers"]):
            optimizer.load_state_dict(kept)
        step, rows, spent = state["step"], state["rows"], state["spent"]
        torch.set_rng_state(state["random"].cpu())
        print("going on at step %d of %d" % (step, steps), flush=True)
    print("%s: %d parameters; %d traces, %d tokens; %d steps" % (
        a.size, sum(p.numel() for p in net.state_dict().values()), len(train), int(train.length.sum()), steps), flush=True)
    hidden_of = torch.compile(net.hidden, dynamic=True) if a.compile else net.hidden
    start = saved = time.time()
    tokens = 0
    epoch, skip = divmod(step, per_epoch)
    while step < steps:
        for which in batches(train, a.batch, a.seed, epoch):
            if skip:
                skip -= 1
                continue
            if step >= steps:
                break
            done = min(1.0, step / steps)
            rate = a.rate * min((step + 1) / a.warmup, (1 - done) / a.decay, 1.0)
            for group in (g for o in optimizers for g in o.param_groups):
                group["lr"] = rate
            choice, forced, given, _, _ = losses(net, hidden_of, train, which, a.device, amp)
            loss = choice + a.forced * forced + rate / a.rate * a.given * given
            net.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            for optimizer in optimizers:
                optimizer.step()
            step += 1
            tokens += int(train.length[which].sum())
            if step % a.every == 0 or step == steps:
                e = evaluate(net, hidden_of, dev, a.batch, a.device, amp)
                seconds = spent + time.time() - start
                rows.append([step, round(choice.item(), 5), round(forced.item(), 5), round(given.item(), 5),
                             round(e["loss"], 5), round(e["choices"], 5), round(e["traces"], 5), round(seconds, 1)])
                print("step %d/%d: train %.4f (forced %.4f, given %.3f), dev %.4f, choices %.2f %%, traces %.2f %%, %.0f s, %.0f tokens/s" % (
                    step, steps, choice.item(), forced.item(), given.item(), e["loss"], 100 * e["choices"], 100 * e["traces"],
                    seconds, tokens / (time.time() - start)), flush=True)
            if time.time() - saved > 60 * a.save:
                save(state_file, net, optimizers, step, rows, spent + time.time() - start)
                saved = time.time()
        epoch, skip = epoch + 1, 0
    spent += time.time() - start
    save(state_file, net, optimizers, step, rows, spent)
    with open(os.path.join(a.out, "loss.csv"), "w", newline="") as out:
        w = csv.writer(out)
        w.writerow(["step", "train_choice", "train_forced", "train_given", "dev_choice", "dev_choices_right", "dev_traces_right", "seconds"])
        w.writerows(rows)
    result = evaluate(net, hidden_of, dev, a.batch, a.device, amp)
    write_json(os.path.join(a.out, "eval.json"), result)
    d, layers, heads, kv, ffn = SIZES[a.size]
    with open(os.path.join(a.data, "manifest.json")) as f:
        manifest = json.load(f)
    for split in manifest["splits"].values():
        del split["cells"]  # hundreds of counts, which the folder of the traces keeps
    export(net, a.out, dev, {
        "size": a.size, "d": d, "layers": layers, "heads": heads, "kv": kv, "ffn": ffn,
        "parameters": sum(p.numel() for p in net.state_dict().values()), "context": CONTEXT, "epsilon": EPSILON, "rope_base": ROPE_BASE,
        "training": {k: v for k, v in sorted(vars(a).items()) if k not in ("data", "out", "start")},
        "steps": steps, "seconds": round(spent, 1), "torch": torch.__version__, "python": platform.python_version(),
        "machine": torch.cuda.get_device_name() if cuda else "%s, %d threads" % (platform.machine(), torch.get_num_threads()),
        "data": manifest, "from": earlier,
    })
    print("done: %s" % json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
