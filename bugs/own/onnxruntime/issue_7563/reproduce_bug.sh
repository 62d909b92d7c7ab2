conda create -y -n issue_7563 python=3.11
conda activate issue_7563
pip install -r requirements.txt
pytest -sx test_issue_7563.py
