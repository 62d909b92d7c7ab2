conda create -y -n issue_shrink-float64 python=3.11
conda activate issue_shrink-float64
pip install -r requirements.txt pytest
pytest -sx test_issue_shrink-float64.py
