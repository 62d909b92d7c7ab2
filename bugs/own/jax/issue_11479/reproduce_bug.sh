conda create -y -n issue_11479 python=3.11
conda activate issue_11479
pip install -r requirements.txt
pytest -sx test_issue_11479.py
