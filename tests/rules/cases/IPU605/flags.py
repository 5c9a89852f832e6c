import os

from tensorflow.python import ipu

os.environ["TF_POPLAR_FLAGS"] = "--use_ipu_model --save_interval_report=/tmp/report --force_replicated_mode"
os.environ["TF_POPLAR_FLAGS"] = "--dump_text_reports_to_stdio"
os.environ["TF_POPLAR_FLAGS"] += " --add_all_reduce_copies"
os.environ.setdefault("TF_POPLAR_FLAGS", "--save_oom_profiler=oom.json --executable_cache_path=/tmp/cache")
os.environ.update(TF_POPLAR_FLAGS="--use_on_demand --save_vertex_graph=graphs", OTHER="--save_interval")
os.environ["TF_POPLAR_FLAGS"] = f"--save_interval_report={folder} --use_ipu_model"
environment = {**os.environ, "TF_POPLAR_FLAGS": "--use_ipu_model"}
flags = "--save_interval_report=reports --max_infeed_threads=4"
os.environ["TF_POPLAR_FLAGS"] = flags
os.environ["TF_POPLAR_FLAGS"] += " --force_replicated_mode --use_ipu_model"
help = "--save_interval_report was a flag"
# output
import os

from tensorflow.python import ipu

os.environ["TF_POPLAR_FLAGS"] = "--use_ipu_model"
os.environ.setdefault("TF_POPLAR_FLAGS", "--executable_cache_path=/tmp/cache")
os.environ.update(TF_POPLAR_FLAGS="--use_on_demand", OTHER="--save_interval")
# gpu2ipu: IPU605 SDK 3.4 does not know the flag `--save_interval_report` of `TF_POPLAR_FLAGS` and would end the process: for a report set `POPLAR_ENGINE_OPTIONS='{"autoReport.all": "true"}'` and read it with PopVision
os.environ["TF_POPLAR_FLAGS"] = f"--save_interval_report={folder} --use_ipu_model"
environment = {**os.environ, "TF_POPLAR_FLAGS": "--use_ipu_model"}
flags = "--max_infeed_threads=4"
os.environ["TF_POPLAR_FLAGS"] = flags
os.environ["TF_POPLAR_FLAGS"] += " --use_ipu_model"
help = "--save_interval_report was a flag"
