conda create -y -n issue_unique-unsorted python=3.11
conda activate issue_unique-unsorted
pip install -r requirements.txt pytest
pytest -sx test_issue_unique-unsorted.py
