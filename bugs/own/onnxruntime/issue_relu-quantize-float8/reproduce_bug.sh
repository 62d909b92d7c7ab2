conda create -y -n issue_relu-quantize-float8 python=3.11
conda activate issue_relu-quantize-float8
pip install -r requirements.txt pytest
pytest -sx test_issue_relu-quantize-float8.py
