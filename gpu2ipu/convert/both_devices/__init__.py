"""Both devices: an original and its port become one script, which asks at run time whether there is the SDK.

`merge` is the whole: the port gets back what the original does without an IPU, so that what is left on an IPU is the
port as it was, and on a GPU what the original did. `alignment` pairs their statements, `statements` and `expressions`
write the choices into the port, as edits; `names` is what a choice needs: the flag and the imports.
"""
