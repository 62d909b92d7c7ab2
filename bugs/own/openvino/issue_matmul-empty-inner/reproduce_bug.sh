conda create -y -n issue_matmul-empty-inner python=3.11
conda activate issue_matmul-empty-inner
pip install -r requirements.txt
pytest -sx test_issue_matmul-empty-inner.py
