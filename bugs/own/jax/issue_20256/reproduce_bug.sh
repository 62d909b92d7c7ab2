conda create -y -n issue_20256 python=3.11
conda activate issue_20256
pip install -r requirements.txt
pytest -sx test_issue_20256.py
