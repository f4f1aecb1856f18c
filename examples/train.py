"""
Trains a small convolutional network on scikit-learn's digits with numpy, and writes it as
`digits.onnx` the way exporters write models: batch norms and dropout left in, the flatten as a
chain of shape arithmetic, names like `/features/conv1/Conv`.

    python examples/train.py [digits.onnx]

Seeded: on one machine it gives the same file, bit for bit.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from sklearn.datasets import load_digits

Array = NDArray[np.float32]
Labels = NDArray[np.int64]

EPOCHS = 30
BATCH = 64
LEARNING_RATE = 3e-3
DROPOUT = 0.25
EPSILON = 1e-5  # of the batch norms; also an attribute in the file


def digits() -> tuple[tuple[Array, Labels], tuple[Array, Labels]]:
    """Images `[n, 1, 8, 8]` in [0, 1] and labels: to train on, and the held-out 30 %."""
    data = load_digits()
    images = (data.images / 16).astype(np.float32)[:, None]
    # RandomState's stream is frozen, so that every numpy holds the same images out.
    order = np.random.RandomState(0).permutation(len(images))
    images, labels = images[order], data.target[order].astype(np.int64)
    split = len(images) * 7 // 10
    return (images[:split], labels[:split]), (images[split:], labels[split:])


class Layer:
    """`forward` keeps what `backward` needs; `backward` leaves a gradient for each parameter."""

    def __init__(self, **params: Array) -> None:
        self.params = params
        self.grads: dict[str, Array] = {}

    def forward(self, x: Array, training: bool) -> Array:
        raise NotImplementedError

    def backward(self, dy: Array) -> Array:
        raise NotImplementedError


class Conv(Layer):
    """3x3, stride 1, padded by one, no bias: a batch norm follows."""

    def __init__(self, rng: np.random.RandomState, inputs: int, outputs: int) -> None:
        scale = np.sqrt(2 / (9 * inputs))
        super().__init__(weight=(rng.randn(outputs, inputs, 3, 3) * scale).astype(np.float32))

    def forward(self, x: Array, training: bool) -> Array:
        n, c, h, w = x.shape
        padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
        windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
        self.shape = x.shape
        self.columns = windows.transpose(0, 2, 3, 1, 4, 5).reshape(n * h * w, c * 9)
        kernel = self.params["weight"].reshape(-1, c * 9)
        return (self.columns @ kernel.T).reshape(n, h, w, -1).transpose(0, 3, 1, 2)

    def backward(self, dy: Array) -> Array:
        n, c, h, w = self.shape
        weight = self.params["weight"]
        rows = dy.transpose(0, 2, 3, 1).reshape(n * h * w, -1)
        self.grads["weight"] = (rows.T @ self.columns).reshape(weight.shape)
        taps = (rows @ weight.reshape(-1, c * 9)).reshape(n, h, w, c, 3, 3)
        taps = taps.transpose(0, 3, 4, 5, 1, 2)
        padded = np.zeros((n, c, h + 2, w + 2), np.float32)
        for i in range(3):
            for j in range(3):
                padded[:, :, i : i + h, j : j + w] += taps[:, :, i, j]
        return padded[:, :, 1:-1, 1:-1]


class BatchNorm(Layer):
    """Of each channel over a batch while training; with running statistics afterwards."""

    def __init__(self, channels: int) -> None:
        super().__init__(
            weight=np.ones(channels, np.float32),
            bias=np.zeros(channels, np.float32),
        )
        self.mean = np.zeros(channels, np.float32)
        self.var = np.ones(channels, np.float32)

    def forward(self, x: Array, training: bool) -> Array:
        mean, var = self.mean, self.var
        if training:
            mean, var = x.mean((0, 2, 3)), x.var((0, 2, 3))
            self.mean = (0.9 * self.mean + 0.1 * mean).astype(np.float32)
            self.var = (0.9 * self.var + 0.1 * var).astype(np.float32)
        self.scale = (1 / np.sqrt(var + np.float32(EPSILON)))[:, None, None]
        self.normal = (x - mean[:, None, None]) * self.scale
        weight, bias = self.params["weight"], self.params["bias"]
        return self.normal * weight[:, None, None] + bias[:, None, None]

    def backward(self, dy: Array) -> Array:
        axes = (0, 2, 3)
        self.grads = {"weight": (dy * self.normal).sum(axes), "bias": dy.sum(axes)}
        dx = dy * self.params["weight"][:, None, None]
        centred = dx - dx.mean(axes, keepdims=True)
        return (centred - self.normal * (dx * self.normal).mean(axes, keepdims=True)) * self.scale


class Relu(Layer):
    def forward(self, x: Array, training: bool) -> Array:
        self.positive = x > 0
        return x * self.positive

    def backward(self, dy: Array) -> Array:
        return dy * self.positive


class MaxPool(Layer):
    """2x2, stride 2. The gradient of a tie is shared."""

    def forward(self, x: Array, training: bool) -> Array:
        n, c, h, w = x.shape
        self.blocks = x.reshape(n, c, h // 2, 2, w // 2, 2)
        self.largest = self.blocks.max((3, 5), keepdims=True)
        return self.largest[:, :, :, 0, :, 0]

    def backward(self, dy: Array) -> Array:
        hit = self.blocks == self.largest
        share = (hit / hit.sum((3, 5), keepdims=True)).astype(np.float32)
        n, c, h, _, w, _ = self.blocks.shape
        return (share * dy[:, :, :, None, :, None]).reshape(n, c, h * 2, w * 2)


class Dropout(Layer):
    def __init__(self, rng: np.random.RandomState) -> None:
        super().__init__()
        self.rng = rng

    def forward(self, x: Array, training: bool) -> Array:
        self.kept = np.float32(1)
        if training:
            self.kept = ((self.rng.rand(*x.shape) >= DROPOUT) / (1 - DROPOUT)).astype(np.float32)
        return x * self.kept

    def backward(self, dy: Array) -> Array:
        return dy * self.kept


class Dense(Layer):
    """Flattens its input first."""

    def __init__(self, rng: np.random.RandomState, inputs: int, outputs: int) -> None:
        super().__init__(
            weight=(rng.randn(outputs, inputs) * np.sqrt(1 / inputs)).astype(np.float32),
            bias=np.zeros(outputs, np.float32),
        )

    def forward(self, x: Array, training: bool) -> Array:
        self.shape = x.shape
        self.x = x.reshape(len(x), -1)
        return self.x @ self.params["weight"].T + self.params["bias"]

    def backward(self, dy: Array) -> Array:
        self.grads = {"weight": dy.T @ self.x, "bias": dy.sum(0)}
        return (dy @ self.params["weight"]).reshape(self.shape)


class Adam:
    def __init__(self, layers: list[Layer]) -> None:
        self.layers = layers
        self.steps = 0
        self.moments = [{k: (p * 0, p * 0) for k, p in layer.params.items()} for layer in layers]

    def step(self, rate: float) -> None:
        self.steps += 1
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for layer, moments in zip(self.layers, self.moments, strict=True):
            for name, grad in layer.grads.items():
                first = 0.9 * moments[name][0] + 0.1 * grad
                second = 0.999 * moments[name][1] + 0.001 * grad**2
                moments[name] = first, second
                change = rate * first / (np.sqrt(second) + 1e-8)
                layer.params[name] = (layer.params[name] - change).astype(np.float32)


class Network:
    def __init__(self, rng: np.random.RandomState) -> None:
        self.conv1, self.norm1 = Conv(rng, 1, 8), BatchNorm(8)
        self.conv2, self.norm2 = Conv(rng, 8, 16), BatchNorm(16)
        self.dense = Dense(rng, 16 * 2 * 2, 10)
        features1: list[Layer] = [self.conv1, self.norm1, Relu(), MaxPool()]
        features2: list[Layer] = [self.conv2, self.norm2, Relu(), MaxPool()]
        self.layers = [*features1, *features2, Dropout(rng), self.dense]

    def probabilities(self, x: Array, training: bool = False) -> Array:
        for layer in self.layers:
            x = layer.forward(x, training)
        e = np.exp(x - x.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)

    def backward(self, dlogits: Array) -> None:
        for layer in reversed(self.layers):
            dlogits = layer.backward(dlogits)


def batches(rng: np.random.RandomState, count: int) -> Iterator[Labels]:
    order = rng.permutation(count)
    for start in range(0, count, BATCH):
        yield order[start : start + BATCH]


def accuracy(probabilities: Array, labels: Labels) -> float:
    return float((probabilities.argmax(-1) == labels).mean())


def train(images: Array, labels: Labels) -> Network:
    rng = np.random.RandomState(1)
    network = Network(rng)
    adam = Adam(network.layers)
    one_hot = np.eye(10, dtype=np.float32)[labels]
    for epoch in range(EPOCHS):
        loss = 0.0
        for batch in batches(rng, len(images)):
            p = network.probabilities(images[batch], training=True)
            network.backward((p - one_hot[batch]) / len(batch))
            adam.step(LEARNING_RATE * (1 - epoch / EPOCHS))
            loss -= float(np.log((p * one_hot[batch]).sum(-1)).sum())
        print(f"epoch {epoch + 1:2}: loss {loss / len(images):.4f}")
    return network


def initializers(network: Network) -> list[TensorProto]:
    tensors = {
        "features.conv1.weight": network.conv1.params["weight"],
        "features.conv2.weight": network.conv2.params["weight"],
        "classifier.weight": network.dense.params["weight"],
        "classifier.bias": network.dense.params["bias"],
    }
    for name, norm in (("norm1", network.norm1), ("norm2", network.norm2)):
        tensors[f"features.{name}.weight"] = norm.params["weight"]
        tensors[f"features.{name}.bias"] = norm.params["bias"]
        tensors[f"features.{name}.running_mean"] = norm.mean
        tensors[f"features.{name}.running_var"] = norm.var
    return [numpy_helper.from_array(np.ascontiguousarray(t), n) for n, t in tensors.items()]


class Exporter:
    """Lists nodes; a node named `/a/Op` has the output `/a/Op_output_0`."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []

    def node(self, name: str, *inputs: str, output: str | None = None, **attributes: object) -> str:
        operator = name.rsplit("/", 1)[1].split("_")[0]
        output = output or f"{name}_output_0"
        self.nodes.append(helper.make_node(operator, inputs, [output], name, **attributes))
        return output

    def constant(self, name: str, value: NDArray[np.int64] | NDArray[np.float32]) -> str:
        return self.node(name, value=numpy_helper.from_array(value))

    def block(self, x: str, index: int) -> str:
        """Convolution, batch norm, relu and pooling."""
        norm = f"features.norm{index}"
        statistics = [f"{norm}.{k}" for k in ("weight", "bias", "running_mean", "running_var")]
        x = self.node(
            f"/features/conv{index}/Conv",
            x,
            f"features.conv{index}.weight",
            dilations=[1, 1],
            group=1,
            kernel_shape=[3, 3],
            pads=[1, 1, 1, 1],
            strides=[1, 1],
        )
        name = f"/features/norm{index}/BatchNormalization"
        x = self.node(name, x, *statistics, epsilon=EPSILON, momentum=0.9)
        x = self.node(f"/features/relu{index}/Relu", x)
        pool = f"/features/pool{index}/MaxPool"
        return self.node(pool, x, ceil_mode=0, kernel_shape=[2, 2], strides=[2, 2])

    def flatten(self, x: str) -> str:
        """What `x.view(x.size(0), -1)` becomes when it is traced."""
        shape = self.node("/Shape", x)
        zero = self.constant("/Constant", np.array(0))
        batch = self.node("/Gather", shape, zero, axis=0)
        axes = self.constant("/Constant_1", np.array([0]))
        batch = self.node("/Unsqueeze", batch, axes)
        rest = self.constant("/Constant_2", np.array([-1]))
        target = self.node("/Concat", batch, rest, axis=0)
        return self.node("/Reshape", x, target, allowzero=0)


def export(network: Network, held_out_accuracy: float) -> onnx.ModelProto:
    e = Exporter()
    x = e.block("image", 1)
    x = e.node("/features/Identity", x)
    x = e.block(x, 2)
    ratio = e.constant("/features/dropout/Constant", np.array(DROPOUT, np.float32))
    x = e.node("/features/dropout/Dropout", x, ratio)
    x = e.flatten(x)
    x = e.node("/classifier/Gemm", x, "classifier.weight", "classifier.bias", transB=1)
    e.node("/Softmax", x, output="probabilities", axis=-1)
    graph = helper.make_graph(
        e.nodes,
        "digits",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, ["batch", 1, 8, 8])],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["batch", 10])],
        initializers(network),
    )
    opsets = [helper.make_opsetid("", 17)]
    model = helper.make_model(
        graph, producer_name="examples/train.py", opset_imports=opsets, ir_version=8
    )
    helper.set_model_props(model, {"held_out_accuracy": f"{held_out_accuracy:.4f}"})
    onnx.checker.check_model(model, full_check=True)
    return model


def main() -> None:
    path = Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("digits.onnx")
    training, (images, labels) = digits()
    network = train(*training)
    held_out_accuracy = accuracy(network.probabilities(images), labels)
    model = export(network, held_out_accuracy)
    path.write_bytes(model.SerializeToString(deterministic=True))
    print(f"{path}: held-out accuracy {held_out_accuracy:.4f}")


if __name__ == "__main__":
    main()
