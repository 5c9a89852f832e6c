import typing

from tensorflow import keras


def build(units: "int | None" = None, sizes: typing.List[int] = ()) -> typing.Optional[keras.Model]:
    rows: int | None = len(sizes)
    names: list[str] = [str(rows)]
    return keras.Sequential(name=names[0])
