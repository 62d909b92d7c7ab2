conda create -y -n issue_16998 python=3.11
conda activate issue_16998
pip install -r requirements.txt
pytest -sx test_issue_16998.py
