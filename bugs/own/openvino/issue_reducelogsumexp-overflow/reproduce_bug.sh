conda create -y -n issue_reducelogsumexp-overflow python=3.11
conda activate issue_reducelogsumexp-overflow
pip install -r requirements.txt
pytest -sx test_issue_reducelogsumexp-overflow.py
