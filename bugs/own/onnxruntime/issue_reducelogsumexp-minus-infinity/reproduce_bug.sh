conda create -y -n issue_reducelogsumexp-minus-infinity python=3.11
conda activate issue_reducelogsumexp-minus-infinity
pip install -r requirements.txt
pytest -sx test_issue_reducelogsumexp-minus-infinity.py
