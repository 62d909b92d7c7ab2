conda create -y -n issue_reducelogsumexp-axes-attribute python=3.11
conda activate issue_reducelogsumexp-axes-attribute
pip install -r requirements.txt pytest
pytest -sx test_issue_reducelogsumexp-axes-attribute.py
