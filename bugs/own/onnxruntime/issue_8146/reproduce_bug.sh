conda create -y -n issue_8146 python=3.11
conda activate issue_8146
pip install -r requirements.txt
pytest -sx test_issue_8146.py
