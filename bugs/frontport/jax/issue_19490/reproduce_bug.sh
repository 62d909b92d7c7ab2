conda create -y -n issue_19490 python=3.11
conda activate issue_19490
pip install -r requirements.txt pytest
pytest -sx test_issue_19490.py
