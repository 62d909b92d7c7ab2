conda create -y -n issue_reducelogsum-axes-attribute python=3.11
conda activate issue_reducelogsum-axes-attribute
pip install -r requirements.txt pytest
pytest -sx test_issue_reducelogsum-axes-attribute.py
