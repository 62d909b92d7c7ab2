conda create -y -n issue_reducesum-int64 python=3.11
conda activate issue_reducesum-int64
pip install -r requirements.txt pytest
pytest -sx test_issue_reducesum-int64.py
