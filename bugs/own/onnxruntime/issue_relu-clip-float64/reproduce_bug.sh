conda create -y -n issue_relu-clip-float64 python=3.11
conda activate issue_relu-clip-float64
pip install -r requirements.txt pytest
pytest -sx test_issue_relu-clip-float64.py
