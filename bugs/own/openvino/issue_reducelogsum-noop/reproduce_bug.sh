conda create -y -n issue_reducelogsum-noop python=3.11
conda activate issue_reducelogsum-noop
pip install -r requirements.txt pytest
pytest -sx test_issue_reducelogsum-noop.py
