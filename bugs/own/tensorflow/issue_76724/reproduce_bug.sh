conda create -y -n issue_76724 python=3.11
conda activate issue_76724
pip install -r requirements.txt
pytest -sx test_issue_76724.py
