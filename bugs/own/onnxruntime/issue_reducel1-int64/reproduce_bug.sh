conda create -y -n issue_reducel1-int64 python=3.11
conda activate issue_reducel1-int64
pip install -r requirements.txt pytest
pytest -sx test_issue_reducel1-int64.py
