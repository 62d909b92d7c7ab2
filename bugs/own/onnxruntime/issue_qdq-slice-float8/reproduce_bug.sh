conda create -y -n issue_qdq-slice-float8 python=3.11
conda activate issue_qdq-slice-float8
pip install -r requirements.txt pytest
pytest -sx test_issue_qdq-slice-float8.py
