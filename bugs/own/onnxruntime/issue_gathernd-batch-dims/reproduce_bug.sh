conda create -y -n issue_gathernd-batch-dims python=3.11
conda activate issue_gathernd-batch-dims
pip install -r requirements.txt
pytest -sx test_issue_gathernd-batch-dims.py
