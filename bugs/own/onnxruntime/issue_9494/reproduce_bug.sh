conda create -y -n issue_9494 python=3.11
conda activate issue_9494
pip install -r requirements.txt
pytest -sx test_issue_9494.py
