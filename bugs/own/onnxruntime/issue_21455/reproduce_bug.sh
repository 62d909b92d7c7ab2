conda create -y -n issue_21455 python=3.11
conda activate issue_21455
pip install -r requirements.txt
pytest -sx test_issue_21455.py
