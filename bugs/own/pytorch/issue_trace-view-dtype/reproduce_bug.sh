conda create -y -n issue_trace-view-dtype python=3.11
conda activate issue_trace-view-dtype
pip install -r requirements.txt pytest
pytest -sx test_issue_trace-view-dtype.py
