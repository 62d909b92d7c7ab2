conda create -y -n issue_topk-zero python=3.11
conda activate issue_topk-zero
pip install -r requirements.txt
pytest -sx test_issue_topk-zero.py
