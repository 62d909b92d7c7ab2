conda create -y -n issue_gelu-float64 python=3.11
conda activate issue_gelu-float64
pip install -r requirements.txt pytest
pytest -sx test_issue_gelu-float64.py
