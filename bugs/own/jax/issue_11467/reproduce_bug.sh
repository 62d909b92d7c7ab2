conda create -y -n issue_11467 python=3.11
conda activate issue_11467
pip install -r requirements.txt
pytest -sx test_issue_11467.py
