conda create -y -n issue_22137 python=3.11
conda activate issue_22137
pip install -r requirements.txt
pytest -sx test_issue_22137.py
