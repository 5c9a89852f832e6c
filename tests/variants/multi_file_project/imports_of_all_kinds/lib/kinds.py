import builders


class Kind:
    def __init__(self, inputs):
        self.inputs = inputs

    def default_model(self):
        return builders.assemble(self)
